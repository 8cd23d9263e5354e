"""Traces, characterizations, counters and comparisons of Mimeo as data frames.

Every function runs the command ``mimeo`` and takes its answer as Parquet or JSON, so the numbers are those of the command line. The
command is the one that the environment variable MIMEO names, or ``mimeo`` on the PATH.

Frames are of pandas if it is installed, of polars otherwise, and Arrow tables if there is neither. ``frame="pandas"``, ``"polars"`` or
``"arrow"`` chooses.
"""

import importlib.util
import json
import os
import shlex
import struct
import subprocess
import sys
import tempfile
import uuid
import warnings

import pyarrow
import pyarrow.compute
import pyarrow.parquet

__all__ = ["MimeoError", "compare", "describe", "garage", "generate", "read", "run", "scan", "sql", "types"]


class MimeoError(Exception):
    """A command that failed; the text is the line that it printed."""


def run(*arguments, input=None):
    """Runs ``mimeo`` with arguments and returns what it writes to standard output, as bytes.

    Raises MimeoError if the command fails or there is none. What the command warns of is a UserWarning.
    """
    named = os.environ.get("MIMEO") or "mimeo"
    try:
        # A path with blanks that is a file needs no quotes.
        command = [named] if os.path.isfile(named) else shlex.split(named, posix=os.name == "posix")
    except ValueError as error:
        raise MimeoError(f"MIMEO is {named}: {error}: name a command, with quotes around a path that has blanks") from error
    command += [os.fspath(argument) for argument in arguments]
    try:
        done = subprocess.run(command, input=input, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    except FileNotFoundError as error:
        raise MimeoError(f"{command[0]}: not found: install Mimeo, or set MIMEO to its command") from error
    except OSError as error:
        raise MimeoError(f"{command[0]}: cannot be run ({error.strerror}): set MIMEO to the command of Mimeo") from error
    # Two lines about the usage follow the problem if the arguments are wrong.
    lines = [
        line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip() and not line.startswith(("Usage: ", "Try '"))
    ]
    if done.returncode != 0:
        raise MimeoError(lines[-1] if lines else f"{command[0]} ended with exit code {done.returncode}")
    for line in lines:
        if line.startswith("mimeo: warning: "):
            warnings.warn(line, stacklevel=_caller_level())
    return done.stdout


def _caller_level():
    """Returns the level, as warnings count them, of the first frame outside this module."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_code.co_filename == __file__:
        frame, level = frame.f_back, level + 1
    return level


def _json(*arguments):
    return json.loads(run(*arguments, "--json", "--quiet"))


def _frame(table, frame):
    if frame is None:
        installed = [name for name in ("pandas", "polars") if importlib.util.find_spec(name)]
        frame = installed[0] if installed else "arrow"
    if frame == "pandas":
        return _pandas(table)
    if frame == "polars":
        import polars

        return polars.from_arrow(table)
    if frame == "arrow":
        return table
    raise ValueError(f"frame is pandas, polars or arrow, not {frame!r}")


# Microseconds.
_DAY = 86_400_000_000


def _pandas(table):
    """Converts a table. Integers of 64 bits with nulls become Int64 or UInt64: as the float64 of pyarrow they would be rounded.

    Those in lists and structs would be too, so these become lists and dictionaries of Python. Times of day with nanoseconds become
    timedelta64, because the time of Python has microseconds.
    """
    import pandas

    for name, column in zip(table.column_names, table.columns):
        if column.type == pyarrow.time64("us") and pyarrow.compute.max(column.cast(pyarrow.int64())).as_py() == _DAY:
            raise MimeoError(f"column '{name}' has 24:00:00, which is no time of day in Python: cast it to VARCHAR")
    exact = {pyarrow.int64(): pandas.Int64Dtype(), pyarrow.uint64(): pandas.UInt64Dtype()}
    columns = {
        index: column.to_pandas(types_mapper=exact.get)
        for index, column in enumerate(table.columns)
        if column.type in exact and column.null_count
    }
    columns.update(
        (index, column.cast(pyarrow.int64()).cast(pyarrow.duration("ns")).to_pandas())
        for index, column in enumerate(table.columns)
        if column.type == pyarrow.time64("ns")
    )
    columns.update(
        (index, pandas.Series(column.to_pylist(), dtype=object))
        for index, column in enumerate(table.columns)
        if pyarrow.types.is_nested(column.type)
    )
    # Empty in the meantime, for a conversion of all columns takes the memory of all.
    for index in columns:
        table = table.set_column(index, table.column_names[index], pyarrow.nulls(table.num_rows, pyarrow.int8()))
    data = table.to_pandas()
    for index, column in columns.items():
        data.isetitem(index, column)
    return data


# Intervals of Parquet, which pyarrow reads as bytes: months, days and milliseconds. Mimeo writes no other values of this type.
_INTERVAL = pyarrow.binary(12)


def _has_intervals(type):
    return type == _INTERVAL or any(map(_has_intervals, _parts(type)))


def _durations(name, column):
    milliseconds = []
    for value in column.to_pylist():
        months, days, rest = (0, 0, None) if value is None else struct.unpack("<3I", value)
        if months:
            raise MimeoError(f"column '{name}' has intervals with months, which differ in length: cast it to VARCHAR")
        milliseconds.append(None if rest is None else days * 86_400_000 + rest)
    return pyarrow.chunked_array([pyarrow.array(milliseconds, pyarrow.duration("ms"))])


# UUIDs of Parquet, which older versions of pyarrow read as bytes, as polars does. Mimeo writes no other values of this type.
_UUID = pyarrow.binary(16)


def _storage(type):
    return type.storage_type if isinstance(type, pyarrow.BaseExtensionType) else type


def _parts(type):
    return [type.field(index).type for index in range(type.num_fields)]


def _has_texts(type):
    """Returns whether values are UUIDs or JSON, which become texts, or have such parts."""
    return _storage(type) is not type or type == _UUID or any(map(_has_texts, _parts(type)))


def _as_texts(array):
    """Returns an array with texts in place of UUIDs and JSON, for which pyarrow has types of its own that pandas and polars read differently."""
    if isinstance(array, pyarrow.ExtensionArray):
        array = array.storage
    type = array.type
    if type == _UUID:
        return pyarrow.array([None if value is None else str(uuid.UUID(bytes=value)) for value in array.to_pylist()], pyarrow.string())
    if pyarrow.types.is_struct(type):
        fields = [_as_texts(array.field(index)) for index in range(type.num_fields)]
        return pyarrow.StructArray.from_arrays(fields, [type.field(index).name for index in range(type.num_fields)], mask=array.is_null())
    if pyarrow.types.is_nested(type):
        # An offset that is null is that of a null; there is one more than there are values.
        is_null = pyarrow.concat_arrays([array.is_null(), pyarrow.array([False])])
        offsets = pyarrow.compute.if_else(is_null, pyarrow.scalar(None, pyarrow.int32()), array.offsets)
        if pyarrow.types.is_map(type):
            return pyarrow.MapArray.from_arrays(offsets, _as_texts(array.keys), _as_texts(array.items))
        return pyarrow.ListArray.from_arrays(offsets, _as_texts(array.values))
    return array


def _parquet(data, frame):
    table = pyarrow.parquet.read_table(pyarrow.BufferReader(data))
    for index, (name, column) in enumerate(zip(table.column_names, table.columns)):
        if _has_texts(column.type):
            # There is no chunk if there are no rows.
            column = pyarrow.chunked_array([_as_texts(chunk) for chunk in column.chunks or [pyarrow.nulls(0, column.type)]])
            table = table.set_column(index, name, column)
        if column.type == _INTERVAL:
            table = table.set_column(index, name, _durations(name, column))
        elif _has_intervals(column.type):
            raise MimeoError(f"column '{name}' has intervals in lists or structs: cast it to VARCHAR")
    return _frame(table, frame)


def _paths(files):
    return [files] if isinstance(files, (str, bytes, os.PathLike)) else list(files)


def _names(names):
    return [names] if isinstance(names, str) else list(names)


def types(file):
    """Returns the names of the extent types of a DataSeries file that have rows."""
    return [entry["name"] for entry in _json("dsinfo", file)["files"][0]["types"] if entry["rows"]]


def read(files, type=None, frame=None, binary=()):
    """Reads the rows of one extent type of DataSeries files, such as traces and characterizations.

    files: a path, or several
    type: name of the type, its start or a part of it; needed if the files have several types
    binary: names of fields to read as bytes instead of text, or "*" for all; those printed as hexadecimal if there are none
    """
    arguments = [] if type is None else ["--type", type]
    for field in _names(binary):
        arguments += ["--binary", field]
    return _parquet(run("dsexport", *_paths(files), *arguments, "--format", "parquet", "-o", "-", "--quiet"), frame)


def sql(query, frame=None):
    """Runs an SQL query in which file names in single quotes are tables, as ``mimeo dssql`` does."""
    return _parquet(run("dssql", query, "--format", "parquet", "-o", "-", "--quiet"), frame)


def garage(files, table="RawData", columns=(), frame=None):
    """Reads a table of counters from packed files, or from all files of a garage.

    files: a path, or several
    columns: a name of a column to read, or several; all if there are none
    """
    # A comma within a name follows a backslash.
    names = [name.replace(",", "\\,") for name in _names(columns)]
    chosen = ["--columns", ",".join(names)] if names else []
    with tempfile.TemporaryDirectory(prefix="mimeo-") as folder:
        output = os.path.join(folder, "counters.parquet")
        run("garage", "unpack", *_paths(files), "--table", table, *chosen, "-o", output, "--quiet")
        with open(output, "rb") as file:
            return _parquet(file.read(), frame)


def scan(data, output, *options):
    """Scans data into a characterization and returns its path. Options are those of ``mimeo scan``."""
    run("scan", *_paths(data), "-o", output, "--quiet", *options)
    return output


def generate(characterization, size, seed=None, offset=0):
    """Generates synthetic data; returns bytes.

    characterization: a path, or the name of a bundled one
    size: bytes
    """
    chosen = [] if seed is None else ["--seed", str(seed)]
    return run(
        "generate", characterization, "--size", str(size), "--offset", str(offset), *chosen, "-o", "-", "--quiet"
    )


def describe(characterization):
    """Returns what ``mimeo describe --json`` says of a characterization, as a dictionary."""
    return _json("describe", characterization)


def compare(original, synthetic, codecs=None, frame=None):
    """Compares synthetic data with its original.

    Returns a frame with a row for each codec and measure: ``codec``, ``measure`` (``ratio`` of the whole, ``chunk ratio`` of all chunks
    together, ``compression time`` and ``decompression time`` in seconds), ``original``, ``synthetic``, and ``deviation`` as a share of
    the original.

    codecs: such as "lz4,zlib:6" or ["lz4", "zlib:6"]; seven common ones if there are none
    """
    chosen = [] if codecs is None else ["--codec", ",".join(_names(codecs))]
    rows = []
    for codec in _json("compare", original, synthetic, *chosen)["codecs"]:
        for measure, values in (
            ("ratio", codec["ratio"]),
            ("chunk ratio", codec["chunkRatio"]["total"]),
            ("compression time", codec["compressTime"]),
            ("decompression time", codec["decompressTime"]),
        ):
            row = {name: values[name] for name in ("original", "synthetic", "deviation")}
            rows.append({"codec": codec["codec"], "measure": measure, **row})
    return _frame(pyarrow.Table.from_pylist(rows), frame)

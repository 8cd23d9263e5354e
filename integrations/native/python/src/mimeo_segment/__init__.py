"""Synthetic data at memory speed, from segment files of Mimeo.

    import mimeo_segment

    with mimeo_segment.open("logs.seg") as segment:
        data = segment.bytes(offset=0, length=1 << 20, seed=7)

The bytes depend on the segment, the seed and the offset alone. A segment may be used by any number of threads at a time, but not while it
is closed. Calls release the interpreter lock.
"""

import ctypes
import glob
import os

__all__ = ["Segment", "SegmentError", "named_seed", "open"]

_DIFFERENT = 1
_CANNOT_READ = -1


def _load():
    files = glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "_library*.so"))
    if not files:
        raise ImportError("the library of mimeo_segment is missing: install the package again")
    library = ctypes.CDLL(files[0], use_errno=True)
    pointer, number, size, text = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_size_t, ctypes.c_char_p
    for name, result, arguments in (
        ("mimeo_open", ctypes.c_int, [text, ctypes.POINTER(pointer)]),
        ("mimeo_close", None, [pointer]),
        ("mimeo_check", ctypes.c_int, [pointer]),
        ("mimeo_name", text, [pointer]),
        ("mimeo_length", number, [pointer]),
        ("mimeo_fill", ctypes.c_int, [pointer, pointer, number, size, number]),
        ("mimeo_verify", ctypes.c_int, [pointer, pointer, number, size, number, ctypes.POINTER(size)]),
        ("mimeo_named_seed", number, [number, text]),
        ("mimeo_message", text, [ctypes.c_int]),
    ):
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


_LIBRARY = _load()


class SegmentError(Exception):
    """A file that is not a segment, or is damaged."""


def named_seed(seed, name):
    """Returns the seed of the stream of a named object, such as a file below a folder.

    Names of files that are not UTF-8 are the strings that Python makes of them.
    """
    return _LIBRARY.mimeo_named_seed(_unsigned(seed), _text(name.encode("utf-8", "surrogateescape")))


def open(path):
    """Opens a segment file.

    Raises OSError if it cannot be read, and SegmentError if it is something else or damaged.
    """
    return Segment(path)


def _unsigned(seed):
    if not -(1 << 63) <= seed < 1 << 64:
        raise ValueError("%d is not a seed of 64 bits" % seed)
    return seed & 0xFFFFFFFFFFFFFFFF


def _text(encoded):
    # The library would take such a string to end there.
    if b"\0" in encoded:
        raise ValueError("embedded null byte")
    return encoded


class Segment:
    """An open segment file."""

    def __init__(self, path):
        self._segment = ctypes.c_void_p()
        status = _LIBRARY.mimeo_open(_text(os.fsencode(path)), ctypes.byref(self._segment))
        if status == _CANNOT_READ:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error), os.fspath(path))
        self._raise(status, os.fsdecode(path) + ": ")

    @staticmethod
    def _raise(status, prefix=""):
        if status != 0:
            raise SegmentError(prefix + _LIBRARY.mimeo_message(status).decode())

    def _open_segment(self):
        if not self._segment:
            raise ValueError("the segment is closed")
        return self._segment

    @property
    def name(self):
        """The name of the characterization that the segment was made from."""
        return _LIBRARY.mimeo_name(self._open_segment()).decode()

    @property
    def length(self):
        """The length of every stream in bytes."""
        return _LIBRARY.mimeo_length(self._open_segment())

    def check(self):
        """Reads all data of the file, and raises SegmentError if it is damaged."""
        self._raise(_LIBRARY.mimeo_check(self._open_segment()))

    def fill(self, buffer, offset, seed=0):
        """Fills a writable, contiguous buffer with the bytes of a stream from an offset on."""
        view = memoryview(buffer).cast("B")
        self._check_range(offset, len(view))
        if len(view):
            target = (ctypes.c_char * len(view)).from_buffer(view)
            self._raise(
                _LIBRARY.mimeo_fill(
                    self._open_segment(), ctypes.addressof(target), offset, len(view), _unsigned(seed)
                )
            )

    def bytes(self, offset, length, seed=0):
        """Returns bytes of a stream."""
        data = bytearray(length)
        self.fill(data, offset, seed)
        return bytes(data)

    def _check_range(self, offset, length):
        if offset < 0 or offset + length > self.length:
            raise ValueError("bytes %d to %d are not inside the stream" % (offset, offset + length))

    def difference(self, buffer, offset, seed=0):
        """Returns the position of the first byte of a buffer that differs from the stream, or None."""
        data = memoryview(buffer).tobytes()
        self._check_range(offset, len(data))
        position = ctypes.c_size_t()
        status = _LIBRARY.mimeo_verify(
            self._open_segment(), data, offset, len(data), _unsigned(seed), ctypes.byref(position)
        )
        if status == _DIFFERENT:
            return position.value
        self._raise(status)
        return None

    def close(self):
        """Closes the file. Closing twice is harmless."""
        _LIBRARY.mimeo_close(self._segment)
        self._segment = ctypes.c_void_p()

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()

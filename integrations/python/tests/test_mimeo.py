"""Frames against what the command line prints. MIMEO names the command."""

import csv
import importlib.util
import io
import os
import pathlib
import shlex
import sys
import tempfile
import unittest

import pyarrow

import mimeo

CSV = "name,calls,seconds\nread,17,0.5\n\"a, b\",-1,-1e-3\nwrite,9007199254740993,2\n"


class MimeoTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        (cls.folder / "t.csv").write_text(CSV, encoding="utf-8")
        mimeo.run("csv2ds", "--infer", "--header", "--type-name", "Calls", cls.folder / "t.csv", cls.folder / "t.ds")
        cls.text = cls.folder / "text"
        cls.text.write_bytes(b"".join(b"line %d of %d\n" % (i * i % 977, i % 13) for i in range(20000)))
        mimeo.scan(cls.text, cls.folder / "c.ds", "--effort", "fast")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_reads_rows(self):
        trace = self.folder / "t.ds"
        self.assertEqual(mimeo.types(trace), ["Calls"])
        rows = mimeo.read(trace, frame="arrow").to_pylist()
        self.assertEqual([row["name"] for row in rows], ["read", "a, b", "write"])
        self.assertEqual([row["calls"] for row in rows], [17, -1, 9007199254740993])
        self.assertEqual([row["seconds"] for row in rows], [0.5, -0.001, 2])
        self.assertEqual(mimeo.read([trace, str(trace)], type="Call", frame="arrow").num_rows, 6)

    def test_keeps_integers_of_64_bits_beside_nulls(self):
        (self.folder / "n.csv").write_text("id,calls\n1,9007199254740993\n2,null\n", encoding="utf-8")
        mimeo.run("csv2ds", "--infer", "--header", self.folder / "n.csv", self.folder / "n.ds")
        frame = mimeo.read(self.folder / "n.ds", frame="pandas")
        self.assertEqual(list(frame.columns), ["id", "calls"])
        self.assertEqual(frame["calls"][0], 9007199254740993)
        self.assertEqual(list(frame["calls"].isna()), [False, True])
        self.assertEqual(list(frame["id"]), [1, 2])

    def test_keeps_integers_of_64_bits_in_lists_and_structs(self):
        query = "SELECT [n, NULL] AS items, {'a': n} AS one FROM (VALUES (9007199254740993), (NULL)) AS v(n)"
        frame = mimeo.sql(query + " UNION ALL SELECT NULL, NULL", frame="pandas")
        self.assertEqual(list(frame["items"]), [[9007199254740993, None], [None, None], None])
        self.assertEqual(list(frame["one"]), [{"a": 9007199254740993}, {"a": None}, None])
        self.assertEqual(list(mimeo.sql("SELECT [1] AS items WHERE false", frame="pandas")["items"]), [])

    def test_keeps_nanoseconds_of_times_of_day(self):
        query = "SELECT t::TIME_NS AS t, t::VARCHAR AS s FROM (VALUES ('00:00:00.000000001'), ('23:59:59.999999999'), (NULL)) AS v(t)"
        frame = mimeo.sql(query, frame="pandas")
        self.assertEqual([None if value != value else value.value for value in frame["t"]], [1, 86_399_999_999_999, None])
        self.assertEqual(list(mimeo.sql(query + " WHERE false", frame="pandas").columns), ["t", "s"])

    def test_refuses_times_of_day_that_python_lacks(self):
        query = "SELECT * FROM (VALUES (TIME '24:00:00'), (TIME '01:02:03'), (NULL)) AS v(t)"
        with self.assertRaisesRegex(mimeo.MimeoError, "^column 't' has 24:00:00, .*: cast it to VARCHAR$"):
            mimeo.sql(query, frame="pandas")
        self.assertEqual(mimeo.sql(query, frame="arrow")["t"].null_count, 1)
        self.assertEqual(len(mimeo.sql(query + " WHERE t < '24:00:00'", frame="pandas")), 1)
        self.assertEqual(len(mimeo.sql(query + " WHERE false", frame="pandas")), 0)

    def test_takes_paths_of_all_kinds_and_queries_that_start_with_a_comment(self):
        trace = self.folder / "t.ds"
        for path in (trace, str(trace), os.fsencode(trace), [os.fsencode(trace)]):
            self.assertEqual(mimeo.read(path, frame="arrow").num_rows, 3)
        rows = mimeo.sql(f"-- all calls\nSELECT count(*) AS n FROM '{trace}'", frame="arrow").to_pylist()
        self.assertEqual(rows, [{"n": 3}])

    def test_intervals_are_durations(self):
        query = (
            "SELECT t AS \"the time\", epoch_ms(t) AS ms, i FROM (VALUES (1, INTERVAL '0.001 seconds'), (2, NULL),"
            " (3, INTERVAL '24855 days 23:59:59.999'), (4, INTERVAL '0 days'),"
            " (5, TIMESTAMP '2026-03-02 00:00:01' - TIMESTAMP '2026-03-01')) AS v(i, t) ORDER BY i"
        )
        expected = [1, None, 24855 * 86_400_000 + 86_399_999, 0, 86_401_000]
        table = mimeo.sql(query, frame="arrow")
        self.assertEqual(table.column_names, ["the time", "ms", "i"])
        self.assertEqual(table.schema.field(0).type, pyarrow.duration("ms"))
        self.assertEqual(table.column(0).cast(pyarrow.int64()).to_pylist(), expected)
        self.assertEqual(table.column(1).to_pylist(), expected)
        frame = mimeo.sql(query, frame="pandas")
        self.assertEqual([None if value != value else value.total_seconds() * 1000 for value in frame["the time"]], expected)
        none = mimeo.sql(query.replace("ORDER", "WHERE false ORDER"), frame="arrow")
        self.assertEqual(none.schema.field(0).type, pyarrow.duration("ms"))
        with self.assertRaisesRegex(mimeo.MimeoError, "column 't' has intervals with months"):
            mimeo.sql("SELECT INTERVAL '1 month' AS t")
        for nested in ("[INTERVAL '1 day']", "{'a': 1, 'b': [INTERVAL '1 day']}", "MAP {'a': INTERVAL '1 day'}"):
            with self.assertRaisesRegex(mimeo.MimeoError, "column 't' has intervals in lists or structs"):
                mimeo.sql(f"SELECT {nested} AS t")

    def test_uuids_and_json_are_texts(self):
        name = "00112233-4455-6677-8899-aabbccddeeff"
        query = (
            "SELECT u, [u, NULL] AS items, {'a': u, 'n': n} AS one, MAP {u: [u]} AS known, '[1]'::JSON AS json, n FROM (VALUES"
            f" ('{name}'::UUID, 9007199254740993), ('{name}'::UUID, NULL)) AS v(u, n) UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, 3"
        )
        one = [{"a": name, "n": 9007199254740993}, {"a": name, "n": None}, None]
        table = mimeo.sql(query, frame="arrow")
        self.assertEqual(table.column("u").to_pylist(), [name, name, None])
        self.assertEqual(table.schema.field("u").type, pyarrow.string())
        self.assertEqual(table.schema.field("json").type, pyarrow.string())
        self.assertEqual(table.column("items").to_pylist(), [[name, None], [name, None], None])
        self.assertEqual(table.column("one").to_pylist(), one)
        self.assertEqual(table.column("known").to_pylist(), [[(name, [name])], [(name, [name])], None])
        self.assertEqual(table.column("json").to_pylist(), ["[1]", "[1]", None])
        frame = mimeo.sql(query, frame="pandas")
        self.assertEqual([None if value != value else value for value in frame["u"]], [name, name, None])
        self.assertEqual(list(frame["items"]), [[name, None], [name, None], None])
        self.assertEqual(list(frame["one"]), one)
        if importlib.util.find_spec("polars"):
            frame = mimeo.sql(query, frame="polars")
            self.assertEqual(frame["u"].to_list(), [name, name, None])
            self.assertEqual(frame["items"].to_list(), [[name, None], [name, None], None])
            self.assertEqual(frame["one"].to_list(), one)
            self.assertEqual(frame["json"].to_list(), ["[1]", "[1]", None])
        none = mimeo.sql(f"SELECT '{name}'::UUID AS u, ['{name}'::UUID] AS items WHERE false", frame="arrow")
        self.assertEqual(none.schema.field("u").type, pyarrow.string())
        self.assertEqual(none.num_rows, 0)

    def test_arrays_are_lists(self):
        query = "SELECT [1, 2]::INTEGER[2] AS a, {'a': [0.5]::DOUBLE[1]} AS s UNION ALL SELECT NULL, {'a': NULL}"
        table = mimeo.sql(query, frame="arrow")
        self.assertEqual(table.column("a").to_pylist(), [[1, 2], None])
        self.assertEqual(table.column("s").to_pylist(), [{"a": [0.5]}, {"a": None}])

    def test_reads_text_as_bytes(self):
        expected = [b"read", b"a, b", b"write"]
        for binary in (["name"], "name", "*"):
            table = mimeo.read(self.folder / "t.ds", frame="arrow", binary=binary)
            self.assertEqual(table.column("name").to_pylist(), expected)
        with self.assertRaisesRegex(mimeo.MimeoError, "no table has a string field 'nam'"):
            mimeo.read(self.folder / "t.ds", frame="arrow", binary="nam")

    def test_frames_are_those_that_are_named(self):
        query = f"SELECT sum(seconds) AS s FROM '{self.folder / 't.ds'}'"
        self.assertIsInstance(mimeo.sql(query, frame="arrow"), pyarrow.Table)
        self.assertAlmostEqual(mimeo.sql(query, frame="pandas")["s"][0], 2.499)
        self.assertAlmostEqual(mimeo.sql(query)["s"][0], 2.499)
        try:
            import polars
        except ImportError:
            polars = None
        if polars:
            self.assertIsInstance(mimeo.sql(query, frame="polars"), polars.DataFrame)
        with self.assertRaises(ValueError):
            mimeo.sql(query, frame="excel")

    def test_reads_counters(self):
        (self.folder / "counters.csv").write_text(
            "serverID,sampleTime,load\nweb,2026-03-01T00:00:00,1.5\nweb,2026-03-01T00:01:00,2.5\n", encoding="utf-8"
        )
        mimeo.run("garage", "pack", self.folder / "counters.csv", "-o", self.folder / "garage")
        rows = mimeo.garage(self.folder / "garage", columns=["sampleTime", "load"], frame="arrow").to_pylist()
        self.assertEqual([row["load"] for row in rows], [1.5, 2.5])
        self.assertEqual(rows[0]["sampleTime"].isoformat()[:19], "2026-03-01T00:00:00")
        self.assertEqual(mimeo.garage(self.folder / "garage", columns="load", frame="arrow").column_names, ["load"])
        (self.folder / "commas.csv").write_text('serverID,sampleTime,"reads,sda"\nweb,2026-03-01T00:00:00,5\n', encoding="utf-8")
        mimeo.run("garage", "pack", self.folder / "commas.csv", "-o", self.folder / "commas")
        named = mimeo.garage(self.folder / "commas", columns=["serverID", "reads,sda"], frame="arrow")
        self.assertEqual(named.to_pylist(), [{"serverID": "web", "reads,sda": 5}])
        with self.assertRaisesRegex(mimeo.MimeoError, "no file has a column 'lod'"):
            mimeo.garage(self.folder / "garage", columns=["load", "lod"])

    def test_generates_and_compares(self):
        first = mimeo.generate(self.folder / "c.ds", 100_000, seed=7)
        self.assertEqual(len(first), 100_000)
        self.assertEqual(mimeo.generate(self.folder / "c.ds", 1000, seed=7, offset=500), first[500:1500])
        synthetic = self.folder / "synthetic"
        synthetic.write_bytes(first)
        frame = mimeo.compare(self.text, synthetic, codecs=["lz4", "zlib:6"], frame="arrow")
        single = mimeo.compare(self.text, synthetic, codecs="lz4", frame="arrow").to_pylist()
        self.assertEqual({row["codec"] for row in single}, {"lz4"})
        exported = mimeo.run(
            "compare", self.text, synthetic, "--codec", "lz4,zlib:6", "--export-csv", "-", "--quiet"
        ).decode()
        expected = {line["codec"]: line for line in csv.DictReader(io.StringIO(exported))}
        ratios = {row["codec"]: row for row in frame.to_pylist() if row["measure"] == "ratio"}
        self.assertEqual(set(ratios), set(expected))
        for codec, line in expected.items():
            self.assertAlmostEqual(ratios[codec]["original"], float(line["ratio_original"]), places=3)
            self.assertAlmostEqual(ratios[codec]["deviation"], float(line["ratio_deviation"]), places=3)
        self.assertEqual(mimeo.describe(self.folder / "c.ds")["bytes"], os.path.getsize(self.text))

    def test_runs_a_command_whose_path_has_blanks(self):
        program = self.folder / "of some version" / "mimeo"
        program.parent.mkdir()
        before = os.environ["MIMEO"]
        program.write_text(f'#!/bin/sh\nexec {before} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        try:
            for named in (str(program), shlex.quote(str(program))):
                os.environ["MIMEO"] = named
                self.assertTrue(mimeo.run("--version").startswith(b"mimeo "))
        finally:
            os.environ["MIMEO"] = before

    def test_says_what_went_wrong(self):
        with self.assertRaisesRegex(mimeo.MimeoError, "no such file or directory"):
            mimeo.read(self.folder / "none.ds")
        with self.assertRaisesRegex(mimeo.MimeoError, "'0' is too small: the size must be at least 1 byte"):
            mimeo.generate(self.folder / "c.ds", 0)
        before = os.environ["MIMEO"]
        os.environ["MIMEO"] = "/nowhere/mimeo"
        try:
            with self.assertRaisesRegex(mimeo.MimeoError, "not found: install Mimeo"):
                mimeo.run("--version")
            os.environ["MIMEO"] = str(self.folder)
            with self.assertRaisesRegex(mimeo.MimeoError, "cannot be run .*: set MIMEO"):
                mimeo.run("--version")
            os.environ["MIMEO"] = "'/opt/mi meo"
            with self.assertRaisesRegex(mimeo.MimeoError, "No closing quotation: name a command"):
                mimeo.run("--version")
            os.environ["MIMEO"] = shlex.join([sys.executable, "-c", "import sys; sys.stderr.write('mimeo: warning: left out\\n')"])
            with self.assertWarnsRegex(UserWarning, "left out") as caught:
                mimeo.run()
            self.assertEqual(caught.filename, __file__)
            with self.assertWarnsRegex(UserWarning, "left out") as caught:
                mimeo.scan(self.text, "unused.ds")
            self.assertEqual(caught.filename, __file__)
        finally:
            os.environ["MIMEO"] = before


if __name__ == "__main__":
    unittest.main()

package dev.mimeo.garage.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
final class QueryRunTest {

    private static final String ALL = "hotmail/**";

    @TempDir
    Path folder;

    @Test
    void averagesOfBusyServersAreThoseOfTheFirstQueryOfThePaper() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 14, 300);
        List<String> rows = rows(garage, """
                APPLY "Select ServerID, Avg(MemUsage) as AvgMem From RawData
                Where CPUUsage<0.2 AND DiskIdle<0.02 Group by ServerID" ON //hotmail/dc1/*.2009-10*.gar
                COMBINE "Select Top 10 ServerID, AvgMem from ApplyResult Order by AvgMem Desc"
                """);

        Map<String, Double> averages = new HashMap<>();
        garage.servers.forEach((name, server) -> {
            double sum = 0;
            int count = 0;
            for (int i = 0; i < server.times.length; i++) {
                float memory = server.values("MemUsage")[i];
                if (server.values("CPUUsage")[i] < 0.2 && server.values("DiskIdle")[i] < 0.02 && !Float.isNaN(memory)) {
                    sum += memory;
                    count++;
                }
            }
            averages.put(name, sum / count);
        });
        List<String> expected = averages.keySet().stream()
                .sorted(Comparator.comparing(averages::get).reversed())
                .limit(10)
                .toList();
        assertThat(rows.get(0)).isEqualToIgnoringCase("ServerID,AvgMem");
        assertThat(rows).hasSize(11);
        for (int i = 0; i < 10; i++) {
            String[] row = rows.get(i + 1).split(",");
            assertThat(row[0]).isEqualTo(expected.get(i));
            assertThat(Double.parseDouble(row[1])).isCloseTo(averages.get(row[0]), within(1e-9));
        }
    }

    @Test
    void averagesOfQuartersOfAnHourAreThoseOfTheSecondQueryOfThePaper() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 3, 400);
        List<String> rows = rows(garage, """
                APPLY "Select ServerID, _Mins15Time; as Mins15, Avg(CPUUsage) as AvgCPUUsage
                From RawData Group by _Mins15Time; order by _Mins15Time;" ON "hotmail/**"
                """);

        Map<String, double[]> sums = new TreeMap<>();
        garage.servers.forEach((name, server) -> {
            for (int i = 0; i < server.times.length; i++) {
                long quarter = Math.floorDiv(server.times[i], 900_000L) * 900_000L;
                String time = Instant.ofEpochMilli(quarter)
                        .toString()
                        .replace('T', ' ')
                        .replace("Z", "");
                double[] sum = sums.computeIfAbsent(name + "," + time, key -> new double[2]);
                sum[0] += server.values("CPUUsage")[i];
                sum[1]++;
            }
        });
        assertThat(rows.remove(0)).isEqualTo("ServerID,Mins15,AvgCPUUsage");
        assertThat(rows).hasSameSizeAs(sums.keySet());
        for (String row : rows) {
            int comma = row.lastIndexOf(',');
            double[] sum = sums.getOrDefault(row.substring(0, comma), new double[2]);
            assertThat(Double.parseDouble(row.substring(comma + 1))).isCloseTo(sum[0] / sum[1], within(1e-12));
        }
    }

    @Test
    void peaksThatLastAreThoseOfTheThirdQueryOfThePaper() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 4, 500);
        List<String> rows = rows(garage, """
                APPLY "Select r.serverID, r.sampleTime, r.pctDiskBusy, r.diskResponseTime From RawData as r
                Join RawData as rprev on r.prevSampleTime = rprev.sampleTime
                Where r.pctDiskBusy > 5 and rprev.pctDiskBusy > 1 and r.paging < 10 and rprev.paging < 10" ON 'hotmail/**'
                """);

        List<String> expected = new ArrayList<>();
        garage.servers.forEach((name, server) -> {
            float[] busy = server.values("pctDiskBusy");
            float[] paging = server.values("paging");
            for (int i = 1; i < busy.length; i++) {
                if (busy[i] > 5 && busy[i - 1] > 1 && paging[i] < 10 && paging[i - 1] < 10) {
                    Instant time = Instant.ofEpochMilli(server.times[i]);
                    expected.add(name + "," + time.getEpochSecond() + "," + busy[i] + ","
                            + server.values("diskResponseTime")[i]);
                }
            }
        });
        assertThat(rows.remove(0)).isEqualTo("serverID,sampleTime,pctDiskBusy,diskResponseTime");
        assertThat(expected).isNotEmpty();
        assertThat(rows.stream()
                        .map(row -> row.split(","))
                        .map(row -> row[0] + ","
                                + Instant.parse(row[1].replace(' ', 'T') + "Z").getEpochSecond() + ","
                                + Float.parseFloat(row[2]) + "," + Float.parseFloat(row[3])))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aQueryIsRunOnceAndThenPrinted() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 2, 10);
        GarageQuery query = GarageQuery.parse("APPLY 'SELECT count(*) AS n FROM RawData' ON '" + ALL + "'");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (QueryRun run = QueryRun.open(query, options(garage.root))) {
            assertThatThrownBy(() -> run.print(ResultText.Format.CSV, out)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> run.run((done, total) -> {
                        throw new UnsupportedOperationException("listener");
                    }))
                    .hasMessage("listener");
            assertThatThrownBy(() -> run.run((done, total) -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the query was run before: open another");
            assertThatThrownBy(() -> run.print(ResultText.Format.CSV, out)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(out.size()).isZero();
    }

    @Test
    void filesWithoutAColumnChangeNoRowAndAreCounted() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 5, 50);
        String query = "APPLY 'SELECT serverID, sum(paging) AS p FROM RawData GROUP BY serverID' ON '" + ALL + "'";
        List<String> before = rows(garage, query);
        for (int i = 0; i < 20; i++) {
            garage.write(garage.path("other" + i), "s0" + i % 5, List.of("CPUUsage"));
        }
        SampleGarage.write(
                garage.path("tableless"),
                "x",
                new TableSchema("DiskTable", 1, List.of(new ColumnSchema("paging", ColumnSchema.Type.FLOAT32))),
                List.of(ColumnArray.ofFloats(new float[1], null)));
        Path cut = garage.path("cut");
        Files.write(cut, Arrays.copyOf(Files.readAllBytes(garage.path("s00")), 200));

        Result result = run(garage, query, options(garage.root));
        assertThat(result.rows).containsExactlyInAnyOrderElementsOf(before);
        Completeness found = result.completeness;
        assertThat(List.of(
                        found.filesMatched(),
                        found.filesUsed(),
                        found.filesIgnoredMissingColumns(),
                        found.filesFailed()))
                .containsExactly(27, 5, 21, 1);
        assertThat(found.ignored())
                .contains(new Completeness.FileNote("hotmail/dc1/other3.2009-10-31.gar", "has no column paging"))
                .contains(new Completeness.FileNote("hotmail/dc1/tableless.2009-10-31.gar", "has no table rawdata"));
        assertThat(found.failed())
                .extracting(Completeness.FileNote::path)
                .containsExactly("hotmail/dc1/cut.2009-10-31.gar");

        GarageQuery.Options strict = options(garage.root).withStrict(true);
        assertThatThrownBy(() -> run(garage, query, strict)).isInstanceOf(PackedFile.DamagedException.class);
    }

    @Test
    void aColumnThatIsAllNullIsThere() throws IOException {
        Path root = folder.resolve("g");
        SampleGarage.write(
                root.resolve("a.gar"),
                "a",
                new TableSchema("RawData", 2, List.of(new ColumnSchema("% Idle", ColumnSchema.Type.FLOAT64))),
                List.of(ColumnArray.ofDoubles(new double[2], new long[] {3})));
        Result result =
                run(new SampleGarage(root), "APPLY 'SELECT \"% idle\" AS i FROM rawdata' ON '*'", options(root));
        assertThat(result.rows).containsExactly("i", "", "");
        assertThat(result.completeness.filesUsed()).isEqualTo(1);
    }

    @Test
    void dirtyValuesStayAndCanBeLeftOut() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 2, 200);
        float[] busy = garage.server("s01").values("pctDiskBusy");
        long clean = 0;
        for (float value : busy) {
            clean += value <= 9 ? 1 : 0;
        }
        assertThat(rows(
                        garage,
                        "APPLY 'SELECT serverID, count(*) FILTER (_Valid(r.pctDiskBusy);) AS c, count(*) AS n"
                                + " FROM RawData r WHERE serverID = ''s01'' GROUP BY ALL' ON '" + ALL + "'"))
                .containsExactly("serverID,c,n", "s01," + clean + ",200");
        assertThat(rows(
                        garage,
                        "APPLY 'SELECT serverID, counter, n FROM DirtyCounts' ON '" + ALL
                                + "' COMBINE 'SELECT * FROM ApplyResult WHERE serverID = ''s01'''"))
                .containsExactly("serverID,counter,n", "s01,pctDiskBusy," + (200 - clean));
    }

    @Test
    void macrosSayWhichFileARowIsOf() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 2, 5);
        assertThat(rows(
                        garage,
                        "APPLY 'SELECT _FilePath; AS p, _FileDate; AS d, count(*) AS n FROM RawData GROUP BY _FileDate;'"
                                + " ON '" + ALL + "' COMBINE 'SELECT * FROM ApplyResult ORDER BY p'"))
                .containsExactly(
                        "p,d,n",
                        "hotmail/dc1/s00.2009-10-31.gar,2009-10-31,5",
                        "hotmail/dc1/s01.2009-10-31.gar,2009-10-31,5");
    }

    @Test
    void aQueryRunsOnTheResultOfAnother() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 4, 20);
        assertThat(rows(garage, """
                APPLY "SELECT n % 2 AS odd, count(*) AS c FROM RawData GROUP BY odd"
                ON (APPLY "SELECT serverID, count(*) AS n FROM RawData" ON "hotmail/**" COMBINE "FROM ApplyResult")
                COMBINE "SELECT odd + 1 AS x, c FROM ApplyResult"
                """)).containsExactly("x,c", "1,4");
    }

    @Test
    void aDamagedReplicaIsReplacedByTheOther() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 1, 50);
        Path spare = folder.resolve("spare");
        Path copy = spare.resolve(garage.root.relativize(garage.path("s00")));
        Files.createDirectories(copy.getParent());
        Files.write(copy, Arrays.copyOf(Files.readAllBytes(garage.path("s00")), 100));
        String query = "APPLY 'SELECT count(*) AS n FROM RawData' ON '" + ALL + "'";
        for (List<Path> roots : List.of(List.of(spare, garage.root), List.of(garage.root, spare))) {
            Result result = run(garage, query, GarageQuery.Options.of(roots, 1, folder.resolve("tmp")));
            assertThat(result.rows).containsExactly("n", "50");
            assertThat(result.completeness.filesMatched()).isEqualTo(1);
        }
    }

    @Test
    void integersWidenToDoublesButTextDoesNotFit() throws IOException {
        Path root = folder.resolve("g");
        SampleGarage.write(
                root.resolve("a.gar"),
                "a",
                new TableSchema("T", 40, List.of(new ColumnSchema("x", ColumnSchema.Type.INT64))),
                List.of(ColumnArray.ofLongs(new long[40], null)));
        SampleGarage.write(
                root.resolve("b.gar"),
                "b",
                new TableSchema("T", 1, List.of(new ColumnSchema("X", ColumnSchema.Type.FLOAT64))),
                List.of(ColumnArray.ofDoubles(new double[] {1.5}, null)));
        SampleGarage garage = new SampleGarage(root);
        String query = "APPLY 'SELECT x FROM T' ON '*' COMBINE 'SELECT max(x) AS m FROM ApplyResult'";
        assertThat(rows(garage, query)).containsExactly("m", "1.5");
        SampleGarage.write(
                root.resolve("c.gar"),
                "c",
                new TableSchema("T", 1, List.of(new ColumnSchema("x", ColumnSchema.Type.TEXT))),
                List.of(ColumnArray.ofTexts(new String[] {"1"}, null)));
        assertThatThrownBy(() -> rows(garage, query))
                .isInstanceOf(SqlException.class)
                .hasMessageMatching("(?s).*\\.gar: column 1 of APPLY is .*: cast it in the SQL of APPLY");
    }

    @Test
    void errorsOfScriptsAreSaidOnce() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 3, 10);
        assertThatThrownBy(() -> rows(garage, "APPLY 'SELECT nofun(paging) FROM RawData' ON '" + ALL + "'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("nofun");
        assertThatThrownBy(() -> rows(
                        garage,
                        "APPLY 'SELECT paging AS p FROM RawData' ON '" + ALL + "' COMBINE 'SELECT q FROM ApplyResult'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("\"q\"");
        assertThatThrownBy(() -> rows(garage, "APPLY 'SELECT nocol FROM RawData' ON '" + ALL + "'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("none of 3 files could be used")
                .hasMessageContaining("has no column nocol");
        assertThatThrownBy(() -> rows(garage, "APPLY 'SELECT 1' ON 'none/*'")).hasMessageContaining("no file");
        assertThatThrownBy(() -> rows(garage, "APPLY 'SELECT error(serverID) FROM RawData' ON '" + ALL + "'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("hotmail/dc1/s0");
    }

    @Test
    void namesThatNoFileHasAreFoundBeforeRowsAreRead() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 2, 10);
        // One file alone has these; one is damaged.
        garage.write(garage.path("few"), "s00", List.of("paging"));
        Files.writeString(garage.path("bad"), "damaged");
        check(garage, "SELECT r.CPUusage, _Valid(paging);, _FilePath; AS p, n FROM RawData r, DirtyCounts");
        check(garage, "FROM RawData");
        assertThatThrownBy(() -> check(garage, "SELECT CPUUsge, paging FROM RawData"))
                .isInstanceOf(SqlException.class)
                .hasMessage("no file has a column CPUUsge (did you mean CPUUsage?)");
        assertThatThrownBy(() -> check(garage, "SELECT a.paging FROM RawData a JOIN RawDate b USING (sampleTime)"))
                .isInstanceOf(SqlException.class)
                .hasMessage("no file has a table rawdate (did you mean rawdata?)");
        assertThatThrownBy(() -> check(garage, "SELECT r.nothingLikeThat FROM RawData r"))
                .isInstanceOf(SqlException.class)
                .hasMessage("no file has a column nothingLikeThat");
        assertThatThrownBy(() -> check(garage, "SELECT nofun(paging) FROM RawData"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("nofun");
    }

    @Test
    void workersSayHowManyFilesTheyHaveDone() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 20, 10);
        Map<Integer, Integer> done = new TreeMap<>();
        List<Integer> sums = new ArrayList<>();
        run(
                garage,
                "APPLY 'SELECT count(*) AS n FROM RawData' ON '" + ALL + "'",
                options(garage.root),
                new QueryRun.Listener() {
                    @Override
                    public void worker(int worker, int files) {
                        assertThat(files).isEqualTo(done.getOrDefault(worker, 0) + 1);
                        done.put(worker, files);
                    }

                    @Override
                    public void update(int files, int total) {
                        assertThat(total).isEqualTo(20);
                        sums.add(done.values().stream().mapToInt(i -> i).sum() - files);
                    }
                });
        assertThat(sums).hasSize(21).containsOnly(0);
        assertThat(done.keySet()).isSubsetOf(0, 1);
    }

    @Test
    void columnsThatAreLackingAreCountedUnderAnyNameOfTheirTable() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 2, 10);
        garage.write(garage.path("few"), "s00", List.of("paging"));
        for (String script : List.of(
                "SELECT r.CPUUsage FROM RawData r",
                "SELECT r.CPUUsage FROM RawData AS r JOIN RawData AS p ON r.prevSampleTime = p.sampleTime",
                "SELECT RawData.CPUUsage FROM RawData",
                "WITH r AS (SELECT * FROM RawData) SELECT r.CPUUsage FROM r",
                "SELECT r.CPUUsage FROM (SELECT * FROM RawData) AS r",
                "SELECT CPUUsage FROM RawData")) {
            Completeness found =
                    run(garage, "APPLY '" + script + "' ON '" + ALL + "'", options(garage.root)).completeness;
            assertThat(found.filesUsed()).describedAs(script).isEqualTo(2);
            assertThat(found.ignored())
                    .describedAs(script)
                    .containsExactly(
                            new Completeness.FileNote("hotmail/dc1/few.2009-10-31.gar", "has no column CPUUsage"));
        }
    }

    /** Their tables are unknown, so none is said to be missing. */
    @Test
    void filesThatAreAllDamagedAreToldAsDamagedOnly() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 1, 10);
        Files.write(garage.path("s00"), new byte[50]);
        assertThatThrownBy(() -> rows(garage, "APPLY 'SELECT CPUUsage FROM RawData' ON '" + ALL + "'"))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith("none of 1 file could be used: 0 lack a table or column, 1 failed; ")
                .hasMessageNotContaining("no file has");
    }

    @Test
    void aColumnThatNoFileHasIsToldWithNamesNearToIt() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 3, 10);
        assertThatThrownBy(() -> rows(garage, "APPLY 'SELECT CPUUsag FROM RawData' ON '" + ALL + "'"))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith("none of 3 files could be used: 3 lack a table or column")
                .hasMessageEndingWith("; no file has a column CPUUsag (did you mean CPUUsage?)");
        String one = "APPLY 'SELECT CPUUsag FROM RawData' ON 'hotmail/dc1/s00.*'";
        assertThatThrownBy(() -> rows(garage, one)).hasMessageContaining(": 1 lacks a table or column, 0 failed; ");
        // Each of the files lacks another one.
        garage.write(garage.path("few1"), "s00", List.of("paging"));
        garage.write(garage.path("few2"), "s00", List.of("CPUUsage"));
        assertThatThrownBy(() -> rows(garage, "APPLY 'SELECT CPUUsage, paging FROM RawData' ON 'hotmail/dc1/few*'"))
                .hasMessageContaining("none of 2 files could be used")
                .hasMessageNotContaining("no file has");
    }

    private void check(SampleGarage garage, String script) throws IOException {
        GarageQuery query = GarageQuery.parse("APPLY '" + script + "' ON '" + ALL + "'");
        try (QueryRun run = QueryRun.open(query, options(garage.root))) {
            run.check();
        }
    }

    @Test
    void aQueryThatWasInterruptedIsContinued() throws IOException, SQLException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 30, 40);
        String query = "APPLY 'SELECT serverID, sum(paging) AS p FROM RawData' ON '" + ALL
                + "' COMBINE 'FROM ApplyResult ORDER BY serverID'";
        List<String> whole = rows(garage, query);
        Path partial = folder.resolve("partial");
        assertThatThrownBy(() -> run(garage, query, resumable(garage, partial, false), (done, total) -> {
                    if (done == 11) {
                        throw new UncheckedIOException(new IOException("stopped"));
                    }
                }))
                .hasMessageContaining("stopped");
        assertThatThrownBy(() -> run(garage, query, resumable(garage, partial, false)))
                .hasMessageContaining("has partial results of an earlier run");
        // A file that comes later is not part of the list that was made at the start.
        garage.write(garage.path("later"), "s01", SampleGarage.COUNTERS);
        assertThatThrownBy(() -> run(garage, query.replace("sum", "max"), resumable(garage, partial, true)))
                .hasMessageContaining("another query");
        // The files done at the stop, and those that the worker finished before it heard of it.
        int stored = outcomes(partial.resolve("partial.duckdb"));
        assertThat(stored).isGreaterThanOrEqualTo(10);
        List<Integer> steps = new ArrayList<>();
        Result result = run(garage, query, resumable(garage, partial, true), (done, total) -> steps.add(done));
        assertThat(result.rows).isEqualTo(whole);
        assertThat(result.completeness.filesUsed()).isEqualTo(30);
        // Each file that is stored is not read again, and each other one is.
        assertThat(steps).isEqualTo(IntStream.rangeClosed(stored, 30).boxed().toList());

        // A run that is complete can be continued too, which reads no file.
        for (String name : garage.servers.keySet()) {
            Files.setLastModifiedTime(
                    Files.write(garage.path(name), Files.readAllBytes(garage.path(name))), FileTime.fromMillis(1));
        }
        assertThatThrownBy(() -> run(garage, query, resumable(garage, partial, true)))
                .hasMessageContaining("has changed since");
    }

    /** Returns the number of files that a database of partial results holds as done; those interrupted failed. */
    private int outcomes(Path database) throws IOException, SQLException {
        try (GarageEngine engine =
                GarageEngine.open(database, 64L << 20, folder.resolve("tmp"), List.of(), List.of())) {
            return (int) RowStore.open(engine.connection(), null).outcomes().stream()
                    .filter(outcome -> outcome.status() != FileOutcome.Status.FAILED)
                    .count();
        }
    }

    /** A kill between any two steps before the list of files is stored. */
    @Test
    void aQueryThatEndedBeforeItBeganIsStartedByEither() throws IOException, SQLException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 3, 40);
        String query = "APPLY 'SELECT serverID, sum(paging) AS p FROM RawData' ON '" + ALL
                + "' COMBINE 'FROM ApplyResult ORDER BY serverID'";
        List<String> whole = rows(garage, query);
        Path partial = folder.resolve("partial");
        Path database = partial.resolve("partial.duckdb");
        for (boolean resume : List.of(false, true)) {
            for (int step = 0; step < 4; step++) {
                Files.createDirectories(partial);
                switch (step) {
                    case 1 -> Files.write(database, new byte[0]);
                    case 2 -> Files.write(database, new byte[4_000]);
                    case 3 -> {
                        try (GarageEngine engine =
                                GarageEngine.open(database, 64L << 20, folder.resolve("tmp"), List.of(), List.of())) {
                            PartialResults.create(engine.connection(), "another query", List.of());
                        }
                    }
                    default -> assertThat(partial).isEmptyDirectory();
                }
                assertThat(run(garage, query, resumable(garage, partial, resume)).rows)
                        .describedAs("resume %s, step %d", resume, step)
                        .isEqualTo(whole);
                QueryRun.removePartial(partial);
            }
        }
    }

    /** The micro sign and the Greek mu have the same capital letter. */
    @Test
    void namesAreTheSameIfTheirSmallLettersAre() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 2, 10);
        assertThat(rows(
                        garage,
                        "APPLY 'SELECT 1 AS \"\u00b5s\", 2 AS \"\u03bcs\" FROM RawData LIMIT 1' ON '" + ALL + "'"))
                .containsExactly("\u00b5s,\u03bcs", "1,2", "1,2");
        assertThatThrownBy(() -> rows(garage, "APPLY 'SELECT 1 AS load, 2 AS Load FROM RawData' ON '" + ALL + "'"))
                .hasMessageContaining("two columns");
    }

    @Test
    void resultsAreSaved() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 3, 10);
        Path csv = folder.resolve("r.csv");
        Path parquet = folder.resolve("r.parquet");
        Path database = folder.resolve("r.duckdb");
        GarageQuery.Options options = GarageQuery.Options.of(List.of(garage.root), 1, folder.resolve("tmp"))
                .withOutputs(List.of(csv, parquet, database));
        try (QueryRun run = QueryRun.open(
                GarageQuery.parse("APPLY 'SELECT serverID, count(*) AS n FROM RawData' ON '" + ALL + "'"), options)) {
            run.run((done, total) -> {});
            assertThat(run.save(QueryRun.FileKind.CSV, csv)).isEqualTo(3);
            assertThat(run.save(QueryRun.FileKind.PARQUET, parquet)).isEqualTo(3);
            assertThat(run.save(QueryRun.FileKind.DUCKDB, database)).isEqualTo(3);
            assertThatThrownBy(() -> run.save(QueryRun.FileKind.PARQUET, folder.resolve("other.parquet")))
                    .isInstanceOf(SqlException.class);
        }
        assertThat(folder.resolve("r.duckdb.wal"))
                .as("rows that the file itself lacks")
                .doesNotExist();
        assertThat(Files.readAllLines(csv)).contains("s00,10").hasSize(4);
        assertThat(select("SELECT sum(n) FROM '" + parquet + "'")).isEqualTo("30");
        assertThat(select("ATTACH '" + database + "' AS r; SELECT sum(n) FROM r.Result"))
                .isEqualTo("30");
        assertThat(select("ATTACH '" + database + "' AS r; SELECT files FROM r.Completeness WHERE item = 'filesUsed'"))
                .isEqualTo("3");
    }

    @Test
    void aSavedResultIsAGarageItself() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 3, 10);
        Path saved = folder.resolve("saved.gar");
        GarageQuery.Options options = GarageQuery.Options.of(List.of(garage.root), 1, folder.resolve("tmp"))
                .withOutputs(List.of(saved));
        String values =
                "SELECT serverID, sampleTime, prevSampleTime, MemUsage, count(*) OVER () AS n, paging > 5 AS much,"
                        + " CAST(paging / 8 AS DOUBLE) AS d FROM RawData";
        List<String> printed;
        try (QueryRun run = QueryRun.open(GarageQuery.parse("APPLY '" + values + "' ON '" + ALL + "'"), options)) {
            run.run((done, total) -> {});
            assertThat(run.save(QueryRun.FileKind.PACKED, saved)).isEqualTo(30);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run.print(ResultText.Format.CSV, out);
            printed = out.toString(UTF_8).lines().toList();
        }
        SampleGarage again = new SampleGarage(folder);
        assertThat(rows(again, "APPLY 'FROM ApplyResult' ON 'saved.gar'")).containsExactlyInAnyOrderElementsOf(printed);
        assertThat(rows(again, "APPLY \"SELECT files FROM Completeness WHERE item = 'filesUsed'\" ON 'saved.gar'"))
                .containsExactly("files", "3");
    }

    @Test
    void valuesThatAPackedFileWouldRoundAreErrors() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 1, 2);
        assertThat(saved(
                        garage,
                        "SELECT 9007199254740993::HUGEINT AS wide, NULL::HUGEINT AS none, 18::UBIGINT AS natural,"
                                + " 12.34::DECIMAL(38, 2) AS money, TIMESTAMP '1969-12-31 23:59:59.999' AS t"
                                + " FROM RawData LIMIT 1"))
                .containsExactly("wide,none,natural,money,t", "9007199254740993,,18,12.34,1969-12-31 23:59:59.999");
        for (String wrong : new String[] {
            "1::HUGEINT << 63 | column 'x' has 9223372036854775808, beyond the range of int64: cast it",
            "18446744073709551615::UBIGINT | column 'x' has 18446744073709551615, beyond the range of int64: cast it",
            "-9223372036854775809::HUGEINT | column 'x' has -9223372036854775809, beyond the range of int64: cast it",
            "0.12345678901234567::DECIMAL(38, 17) | column 'x' has 0.12345678901234567, which a double does not hold",
            "TIMESTAMP '2026-01-01 00:00:00.0005' | column 'x' has a time that is not of whole milliseconds: round it",
            "TIMESTAMP 'infinity' | column 'x' has a time that is not of whole milliseconds: round it",
            "DATE '-infinity' | column 'x' has a time that is not of whole milliseconds: round it"
        }) {
            String[] parts = wrong.split(" [|] ");
            assertThatThrownBy(() -> saved(garage, "SELECT " + parts[0] + " AS x FROM RawData LIMIT 1"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageStartingWith(parts[1]);
        }
        assertThat(saved(garage, "SELECT (1::HUGEINT << 63)::DOUBLE AS x FROM RawData LIMIT 1"))
                .containsExactly("x", "9.223372036854776e+18");
    }

    /** Returns the rows of a query that were saved as a packed file. */
    private List<String> saved(SampleGarage garage, String script) throws IOException {
        Path file = folder.resolve("values.gar");
        GarageQuery.Options options = GarageQuery.Options.of(List.of(garage.root), 1, folder.resolve("tmp"))
                .withOutputs(List.of(file));
        try (QueryRun run = QueryRun.open(GarageQuery.parse("APPLY \"" + script + "\" ON '" + ALL + "'"), options)) {
            run.run((done, total) -> {});
            assertThat(run.save(QueryRun.FileKind.PACKED, file)).isEqualTo(1);
        }
        return rows(new SampleGarage(folder), "APPLY 'FROM ApplyResult' ON 'values.gar'");
    }

    private static String select(String sql) throws IOException {
        try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                var statement = connection.createStatement()) {
            String[] parts = sql.split("; ");
            for (int i = 0; i < parts.length - 1; i++) {
                statement.execute(parts[i]);
            }
            try (var rows = statement.executeQuery(parts[parts.length - 1])) {
                rows.next();
                return rows.getString(1);
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private GarageQuery.Options options(Path root) {
        return GarageQuery.Options.of(List.of(root), 2, folder.resolve("tmp"));
    }

    private GarageQuery.Options resumable(SampleGarage garage, Path partial, boolean resume) {
        GarageQuery.Options usual = options(garage.root);
        return new GarageQuery.Options(
                usual.roots(),
                usual.macros(),
                1,
                usual.memoryBytes(),
                usual.temporaryFolder(),
                false,
                partial,
                resume,
                List.of());
    }

    private record Result(List<String> rows, Completeness completeness) {}

    private List<String> rows(SampleGarage garage, String query) throws IOException {
        return new ArrayList<>(run(garage, query, options(garage.root)).rows);
    }

    private static Result run(SampleGarage garage, String query, GarageQuery.Options options) throws IOException {
        return run(garage, query, options, (done, total) -> {});
    }

    private static Result run(
            SampleGarage garage, String query, GarageQuery.Options options, QueryRun.Listener progress)
            throws IOException {
        assertThat(options.roots()).contains(garage.root);
        try (QueryRun run = QueryRun.open(GarageQuery.parse(query), options)) {
            Completeness completeness = run.run(progress);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run.print(ResultText.Format.CSV, out);
            List<String> lines = List.of(out.toString(UTF_8).split("\n", -1));
            return new Result(lines.subList(0, lines.size() - 1), completeness);
        }
    }
}

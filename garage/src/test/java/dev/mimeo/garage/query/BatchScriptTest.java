package dev.mimeo.garage.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A statement that reads several files gives the rows that the script gives of each file alone. */
@Tag("thorough")
final class BatchScriptTest {

    /** Scripts that run on several files at once. */
    private static final List<String> TOGETHER = List.of(
            "SELECT serverID, sampleTime, CPUUsage FROM RawData WHERE CPUUsage > 0.9",
            "SELECT ServerID, avg(MemUsage) AS mem FROM RawData WHERE CPUUsage < 0.2 GROUP BY ServerID",
            "SELECT serverID, _Mins15Time; AS quarter, sum(CPUUsage) AS load FROM RawData GROUP BY _Mins15Time; ORDER BY 2",
            "SELECT _HourTime; AS hour, count(*) AS n, max(paging) AS p FROM RawData GROUP BY 1 HAVING count(*) > 30",
            "SELECT serverID, avg(CPUUsage) AS load FROM RawData",
            "SELECT serverID, avg(CPUUsage) AS load, count(*) AS n FROM RawData WHERE CPUUsage > 0.24",
            "SELECT count(*) AS n FROM RawData HAVING count(*) > 150",
            "SELECT 1 AS one FROM RawData ORDER BY avg(CPUUsage)",
            "SELECT DISTINCT paging FROM RawData WHERE paging > 3",
            "SELECT paging, count(DISTINCT pctDiskBusy) AS kinds FROM RawData GROUP BY paging",
            "SELECT r.serverID, r.sampleTime, r.pctDiskBusy FROM RawData AS r JOIN RawData AS b"
                    + " ON r.prevSampleTime = b.sampleTime WHERE r.pctDiskBusy > 5 AND b.pctDiskBusy > 1",
            "SELECT r.sampleTime, b.CPUUsage FROM RawData r LEFT JOIN RawData b"
                    + " ON r.sampleTime = b.sampleTime AND b.CPUUsage > 0.5",
            "SELECT r.paging, count(b.paging) AS n FROM RawData r LEFT JOIN RawData b ON r.paging < b.paging"
                    + " GROUP BY r.paging",
            "SELECT sampleTime, CPUUsage - lag(CPUUsage) OVER (ORDER BY sampleTime) AS change FROM RawData",
            "SELECT sampleTime, row_number() OVER (PARTITION BY paging ORDER BY sampleTime) AS place FROM RawData"
                    + " QUALIFY place < 3",
            "SELECT _Valid(pctDiskBusy); AS valid, count(*) AS n FROM RawData GROUP BY 1",
            "SELECT sampleTime AS \"a \"\"b\" FROM RawData WHERE paging = 12 -- comment",
            "SELECT list(sampleTime ORDER BY sampleTime DESC)[1] AS last FROM RawData",
            "SELECT n, counter FROM DirtyCounts WHERE n > 0");

    /** Scripts that run on one file at a time, because rows of several files cannot be told apart in them. */
    private static final List<String> ALONE = List.of(
            "SELECT * FROM RawData WHERE paging > 11",
            "SELECT CPUUsage FROM RawData ORDER BY sampleTime, CPUUsage LIMIT 2",
            "SELECT CPUUsage FROM RawData WHERE CPUUsage > (SELECT avg(CPUUsage) FROM RawData)",
            "SELECT max(CPUUsage) AS x FROM RawData UNION ALL SELECT min(CPUUsage) FROM RawData",
            "WITH a AS (SELECT CPUUsage FROM RawData) SELECT avg(CPUUsage) AS x FROM a",
            "SELECT paging, count(*) AS n FROM RawData GROUP BY ROLLUP (paging)",
            "SELECT a.sampleTime FROM RawData a, RawData b WHERE a.prevSampleTime = b.sampleTime",
            "SELECT sampleTime FROM RawData a JOIN RawData b USING (sampleTime)",
            "SELECT DISTINCT ON (paging) paging, sampleTime FROM RawData ORDER BY paging, sampleTime",
            "SELECT paging AS valid, count(*) AS n FROM RawData GROUP BY ALL",
            "SELECT _FilePath; AS path, avg(CPUUsage) AS load FROM RawData");

    @TempDir
    Path folder;

    @Test
    void severalFilesGiveTheRowsOfEach() throws Exception {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 6, 200);
        // The same times in two files: rows must not meet those of another file.
        Path copy = folder.resolve("g/copies/s01.2009-10-31.gar");
        Files.createDirectories(copy.getParent());
        Files.copy(garage.path("s01"), copy);
        writeWithoutRows(folder.resolve("g/hotmail/empty.2009-10-31.gar"));
        garage.write(folder.resolve("g/hotmail/lacks.gar"), "s02", List.of("DiskIdle"));
        List<RemoteApply.Input> files = new ArrayList<>();
        for (GarageFile file : GarageFiles.find(new GarageQuery.Scope("**"), List.of(garage.root))) {
            files.add(RemoteApply.Input.of(files.size(), file));
        }
        try (GarageEngine engine = GarageEngine.open(null, 64L << 20, folder.resolve("tmp"), List.of(), List.of())) {
            for (String text : concat(TOGETHER, ALONE)) {
                ApplyScript script = engine.compile(Macros.STANDARD, text);
                List<String> expected = new ArrayList<>();
                for (RemoteApply.Input file : files) {
                    expected.addAll(rows(engine, script, List.of(file)));
                }
                assertThat(expected).as(text).isNotEmpty();
                assertThat(rows(engine, script, files)).as(text).containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    /** Returns the rows and outcomes of some files, each with the number of its file. */
    private static List<String> rows(GarageEngine engine, ApplyScript script, List<RemoteApply.Input> files)
            throws Exception {
        RowStore store = RowStore.create(engine.connection(), null);
        new ApplyRun(engine, script, Path::of, store, false, new FileCount(0, files.size(), (done, total) -> {}))
                .run(files, 0);
        List<String> rows = new ArrayList<>();
        store.outcomes().forEach(outcome -> rows.add(outcome.toString()));
        try (Statement statement = engine.connection().createStatement()) {
            if (store.columns() != null) {
                try (ResultSet found = statement.executeQuery("SELECT * FROM \"mimeo rows\"")) {
                    while (found.next()) {
                        StringBuilder row = new StringBuilder();
                        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                            row.append(found.getString(i)).append('|');
                        }
                        rows.add(row.toString());
                    }
                }
                statement.execute("DROP TABLE \"mimeo rows\"");
            }
            statement.execute("DROP TABLE \"mimeo outcomes\"");
        }
        return rows;
    }

    @Test
    void whatCannotRunOnSeveralFilesIsKnown() throws Exception {
        SampleGarage.of(folder.resolve("g"), 1, 10);
        try (GarageEngine engine = GarageEngine.open(null, 64L << 20, folder.resolve("tmp"), List.of(), List.of())) {
            for (String script : concat(TOGETHER, ALONE)) {
                ApplyScript compiled = engine.compile(Macros.STANDARD, script);
                String sql = compiled.sql("a", FileTables.NONE);
                boolean together = compiled.suitsSeveralFiles()
                        && BatchScript.of(engine.connection(), engine.aggregates(), sql) != null;
                assertThat(together).as(script).isEqualTo(TOGETHER.contains(script));
            }
        }
    }

    @Test
    void theListOfAggregatesIsThatOfTheEngine() throws Exception {
        Set<String> names = new TreeSet<>();
        try (GarageEngine engine = GarageEngine.open(null, 64L << 20, folder.resolve("tmp"), List.of(), List.of());
                Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT function_name FROM duckdb_functions() WHERE function_type = 'aggregate'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            assertThat(engine.aggregates()).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    void damagedFilesAndWrongValuesAreReportedWithTheirFile() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 8, 200);
        byte[] bytes = Files.readAllBytes(garage.path("s03"));
        bytes[100] ^= 1;
        Files.write(garage.path("s03"), bytes);
        QueryRun.Listener none = (done, total) -> {};
        GarageQuery query = GarageQuery.parse(
                "APPLY \"SELECT serverID, sum(CPUUsage) AS x, sum(DiskIdle), sum(MemUsage),"
                        + " sum(pctDiskBusy), max(sampleTime), max(prevSampleTime) FROM RawData GROUP BY serverID\" ON \"**\"");
        try (QueryRun run = QueryRun.open(query, options())) {
            Completeness found = run.run(none);
            assertThat(found.filesUsed()).isEqualTo(7);
            assertThat(found.failed())
                    .extracting(Completeness.FileNote::path)
                    .containsExactly("hotmail/dc1/s03.2009-10-31.gar");
        }
        GarageQuery wrong = GarageQuery.parse("APPLY \"SELECT CAST(serverID AS INTEGER) AS x FROM RawData\" ON \"**\"");
        try (QueryRun run = QueryRun.open(wrong, options())) {
            assertThatThrownBy(() -> run.run(none))
                    .isInstanceOf(SqlException.class)
                    .hasMessageStartingWith("hotmail/dc1/s0")
                    .hasMessageContaining("Could not convert string");
        }
    }

    private static void writeWithoutRows(Path path) throws IOException {
        List<ColumnSchema> columns = new ArrayList<>(List.of(
                new ColumnSchema("serverID", ColumnSchema.Type.TEXT),
                new ColumnSchema("sampleTime", ColumnSchema.Type.TIMESTAMP),
                new ColumnSchema("prevSampleTime", ColumnSchema.Type.TIMESTAMP)));
        List<ColumnArray> values = new ArrayList<>(List.of(
                ColumnArray.ofTexts(new String[0], null),
                ColumnArray.ofTimes(new long[0], null),
                ColumnArray.ofTimes(new long[0], null)));
        for (String counter : SampleGarage.COUNTERS) {
            columns.add(new ColumnSchema(counter, ColumnSchema.Type.FLOAT32));
            values.add(ColumnArray.ofFloats(new float[0], null));
        }
        SampleGarage.write(path, "empty", new TableSchema(TableSchema.RAW_DATA, 0, columns), values);
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private GarageQuery.Options options() {
        return GarageQuery.Options.of(List.of(folder.resolve("g")), 1, folder.resolve("tmp"));
    }
}

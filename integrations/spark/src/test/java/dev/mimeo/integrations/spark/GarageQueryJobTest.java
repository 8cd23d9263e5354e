package dev.mimeo.integrations.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.query.Completeness;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.Macros;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("spark")
@Tag("slow")
final class GarageQueryJobTest {

    private static final int SERVERS = 14;
    private static final String COUNTS =
            "APPLY 'SELECT serverID, count(*) AS n, sum(paging) AS p FROM RawData' ON '**'";

    private static JavaSparkContext spark;

    @TempDir
    Path folder;

    private Path root;

    @BeforeAll
    static void start() {
        spark = JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
    }

    @BeforeEach
    void write() throws IOException {
        root = folder.resolve("garage");
        CounterFiles.write(root, SERVERS, 200);
    }

    private record Result(List<String> rows, Completeness completeness) {}

    /** Runs a query that was opened. */
    @FunctionalInterface
    private interface Way {
        Completeness run(QueryRun query) throws IOException;
    }

    private Result run(String query, boolean strict, Way way) throws IOException {
        GarageQuery.Options options = new GarageQuery.Options(
                List.of(root), Macros.STANDARD, 1, 64L << 20, folder.resolve("tmp"), strict, null, false, List.of());
        try (QueryRun run = QueryRun.open(GarageQuery.parse(query), options)) {
            Completeness completeness = way.run(run);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run.print(ResultText.Format.CSV, out);
            return new Result(out.toString(UTF_8).lines().sorted().toList(), completeness);
        }
    }

    private Result onOneMachine(String query) throws IOException {
        return run(query, false, run -> run.run((done, total) -> {}));
    }

    private Result onSpark(String query, boolean strict) throws IOException {
        // Tasks of one file each: there are as many as there can be.
        return run(query, strict, run -> new GarageQueryJob(1, 64L << 20).run(spark, run, (done, total) -> {}));
    }

    @Test
    void theQueriesOfThePaperGiveTheRowsOfOneMachine() throws IOException {
        for (String query : CounterFiles.QUERIES) {
            Result result = onSpark(query, false);
            assertThat(result).as(query).isEqualTo(onOneMachine(query));
            assertThat(result.rows).as(query).hasSizeGreaterThan(10);
            assertThat(result.completeness.filesUsed()).isEqualTo(SERVERS);
        }
    }

    @Test
    void filesThatLackSomethingOrAreDamagedAreCountedAsOnOneMachine() throws IOException {
        List<String> before = onSpark(COUNTS, false).rows;
        for (int i = 0; i < 4; i++) {
            CounterFiles.write(root, "without" + i, i, 50, List.of("CPUUsage"));
        }
        CounterFiles.cut(CounterFiles.write(root, "cut", 1, 50, CounterFiles.COUNTERS));
        Result result = onSpark(COUNTS, false);
        assertThat(result).isEqualTo(onOneMachine(COUNTS));
        assertThat(result.rows).isEqualTo(before);
        assertThat(result.completeness.filesIgnoredMissingColumns()).isEqualTo(4);
        assertThat(result.completeness.failed())
                .extracting(Completeness.FileNote::path)
                .containsExactly("hotmail/dc1/cut.2009-10-31.gar");
        assertThatThrownBy(() -> onSpark(COUNTS, true)).isInstanceOf(PackedFile.DamagedException.class);
    }

    @Test
    void combineAndQueriesOnQueriesRunOnTheDriver() throws IOException {
        String combined = COUNTS + " COMBINE 'SELECT count(*) AS files, sum(n) AS n, max(p) AS p FROM ApplyResult'";
        assertThat(onSpark(combined, false)).isEqualTo(onOneMachine(combined));
        String nested = "APPLY 'SELECT n % 2 AS odd, count(*) AS c FROM RawData GROUP BY odd' ON (" + COUNTS
                + ") COMBINE 'SELECT odd + 1 AS x, c FROM ApplyResult'";
        assertThat(onSpark(nested, false)).isEqualTo(onOneMachine(nested));
        assertThat(onSpark(nested, false).rows).containsExactly("1,7", "2,7", "x,c");
    }

    @Test
    void wrongScriptsAreErrorsOfTheQuery() {
        assertThatThrownBy(() -> onSpark("APPLY 'SELECT error(serverID) FROM RawData' ON '**'", false))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("hotmail/dc1/s");
        assertThatThrownBy(() -> onSpark("APPLY 'SELECT nocol FROM RawData' ON '**'", false))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("none of 14 files could be used");
    }

    @Test
    void aQueryThatWasInterruptedIsContinued() throws IOException {
        Path output = folder.resolve("out.csv");
        Path partial = folder.resolve("out.csv.partial");
        List<Integer> steps = new ArrayList<>();
        for (boolean resume : new boolean[] {false, true}) {
            GarageQuery.Options options = new GarageQuery.Options(
                    List.of(root),
                    Macros.STANDARD,
                    1,
                    64L << 20,
                    folder.resolve("tmp"),
                    false,
                    partial,
                    resume,
                    List.of());
            try (QueryRun run = QueryRun.open(GarageQuery.parse(COUNTS), options)) {
                GarageQueryJob job = new GarageQueryJob(1, 64L << 20);
                if (resume) {
                    assertThat(job.run(spark, run, (done, total) -> steps.add(done))
                                    .filesUsed())
                            .isEqualTo(SERVERS);
                    run.complete();
                } else {
                    assertThatThrownBy(() -> job.run(spark, run, (done, total) -> {
                                if (done == 5) {
                                    throw new IllegalStateException("the driver is gone");
                                }
                            }))
                            .hasMessage("the driver is gone");
                }
            }
        }
        assertThat(steps.get(0)).isEqualTo(5);
        assertThat(output).doesNotExist();
        assertThat(partial).doesNotExist();
    }

    @Test
    void theCommandSavesTheResultAndWhatItIsMadeOf() throws IOException {
        CounterFiles.cut(CounterFiles.write(root, "cut", 1, 50, CounterFiles.COUNTERS));
        Path output = folder.resolve("out.csv");
        QueryCommand command = new QueryCommand();
        new CommandLine(command).parseArgs(COUNTS, "--garage", root.toString(), "--task-size", "1");
        Completeness found = command.run(spark, GarageQuery.parse(COUNTS), output);
        assertThat(Files.readAllLines(output)).containsExactlyInAnyOrderElementsOf(onOneMachine(COUNTS).rows);
        assertThat(folder.resolve("out.csv.completeness.json")).hasContent(found.toJson());
        assertThat(found.toJson()).contains("\"filesFailed\" : 1", "cut.2009-10-31.gar");
        Path database = folder.resolve("out.duckdb");
        command.run(spark, GarageQuery.parse(COUNTS), database);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("out.csv", "out.csv.completeness.json", "out.duckdb")
                    .noneMatch(name -> name.endsWith(".tmp") || name.endsWith(".partial"));
        }
    }
}

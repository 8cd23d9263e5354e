package dev.mimeo.garage.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ThinningTest {

    private static final int ROWS = 2_880;
    private static final long SEED = 3;

    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    @TempDir
    private static Path scratch;

    @TempDir
    private Path root;

    @Test
    void summariesAreThoseOfTheValues() throws IOException, SQLException {
        float[] cpu = write("dc1/a.2026-03-01.gar", "a", DAY, 1);
        summarize();
        // Twice gives the same rows once.
        summarize();
        Path database = export();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT *, epoch_ms(startTime) AS start FROM hourly WHERE counter = 'CPU' ORDER BY startTime")) {
            for (int hour = 0; hour < 24; hour++) {
                assertThat(rows.next()).isTrue();
                List<Double> present = new ArrayList<>();
                int nulls = 0;
                for (int row = hour * ROWS / 24; row < (hour + 1) * ROWS / 24; row++) {
                    if (row % 10 == 3) {
                        nulls++;
                    } else {
                        present.add((double) cpu[row]);
                    }
                }
                assertThat(rows.getString("source")).isEqualTo("dc1/a.2026-03-01.gar");
                assertThat(rows.getString("serverID")).isEqualTo("a");
                assertThat(rows.getLong("start"))
                        .isEqualTo(DAY.atTime(hour, 0).toInstant(ZoneOffset.UTC).toEpochMilli());
                assertThat(rows.getLong("count")).isEqualTo(present.size());
                assertThat(rows.getLong("nulls")).isEqualTo(nulls);
                assertThat(rows.getLong("dirty"))
                        .isEqualTo(present.stream().filter(v -> v > 100).count());
                assertThat(rows.getDouble("minimum"))
                        .isEqualTo(present.stream().mapToDouble(v -> v).min().orElse(0));
                assertThat(rows.getDouble("maximum"))
                        .isEqualTo(present.stream().mapToDouble(v -> v).max().orElse(0));
                assertThat(rows.getDouble("sum"))
                        .isCloseTo(present.stream().mapToDouble(v -> v).sum(), within(1e-6));
                double squares = present.stream().mapToDouble(v -> v * v).sum();
                assertThat(rows.getDouble("sumOfSquares")).isCloseTo(squares, within(8e-6 * squares));
                assertThat(rows.getDouble("firstValue")).isEqualTo(present.get(0));
                assertThat(rows.getDouble("lastValue")).isEqualTo(present.get(present.size() - 1));
            }
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void deletesOldAndIdleFilesAndKeepsTheirSummaries() throws IOException, SQLException {
        write("a.2026-03-01.gar", "a", DAY, 1);
        write("a.2026-03-02.gar", "a", DAY.plusDays(1), 1);
        write("b.2026-03-01.gar", "b", DAY, 0.01f);
        summarize();
        assertThat(plan(rules(null, null, "cpu", List.of())).steps())
                .extracting(ThinningPlan.Step::source)
                .containsExactly("b.2026-03-01.gar");
        ThinningPlan plan = plan(rules("a.*", DAY.plusDays(1), null, List.of()));
        assertThat(plan.steps()).extracting(ThinningPlan.Step::source).containsExactly("a.2026-03-01.gar");
        assertThat(plan.firstWithoutSummary()).isNull();
        apply(plan);
        assertThat(root.resolve("a.2026-03-01.gar")).doesNotExist();
        assertThat(root.resolve(Thinning.JOURNAL)).doesNotExist();
        Path database = export();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT (SELECT count(*) FROM hourly WHERE source = 'a.2026-03-01.gar'), sourceDeleted"
                                + " FROM sources WHERE source = 'a.2026-03-01.gar'")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(24 * 3);
            assertThat(rows.getBoolean(2)).isTrue();
        }
    }

    @Test
    void aFileThatIsNotSummedUpIsPointedOut() throws IOException {
        write("a.2026-03-01.gar", "a", DAY, 1);
        ThinningPlan plan = plan(rules(null, null, null, List.of()));
        assertThat(Objects.requireNonNull(plan.firstWithoutSummary()).source()).isEqualTo("a.2026-03-01.gar");
        summarize();
        assertThat(plan(rules(null, null, null, List.of())).firstWithoutSummary())
                .isNull();
        // It is another file now, of another size, as its values are no decimals any more.
        write("a.2026-03-01.gar", "a", DAY, 0.37f);
        assertThat(plan(rules(null, null, null, List.of())).firstWithoutSummary())
                .isNotNull();
    }

    @Test
    void aFileReplacedByOneOfEqualSizeIsPointedOut() throws IOException {
        write("a.2026-03-01.gar", "a", DAY, 1);
        summarize();
        long seed = replaceByEqualSize();
        assertThat(unsummarized()).isEqualTo("a.2026-03-01.gar");
        write("a.2026-03-01.gar", "a", DAY, 1);
        assertThat(unsummarized()).as("the first file again").isNull();
        write("a.2026-03-01.gar", "a", DAY, 1, seed);
        summarize();
        assertThat(unsummarized()).isNull();
    }

    @Test
    void anIndexWithoutChecksumsTellsFilesBySize() throws IOException {
        write("a.2026-03-01.gar", "a", DAY, 1);
        summarize();
        Path index = root.resolve(SummaryStore.FOLDER).resolve("index.sum");
        Path copy = Files.copy(index, scratch.resolve("index.sum"));
        try (PackedFile state = PackedFile.open(copy);
                PackedFileWriter writer = PackedFileWriter.replace(
                        index,
                        new PackedFileWriter.FileDescription("", null, Map.of("version", "1", "segments", "0")),
                        PackedFileWriter.Options.LOSSLESS)) {
            writer.copy(state, (table, column) -> !column.name().equals("checksum"));
            writer.commit();
        }
        long seed = replaceByEqualSize();
        assertThat(unsummarized()).isNull();
        write("a.2026-03-01.gar", "a", DAY, 0.37f);
        assertThat(unsummarized()).isEqualTo("a.2026-03-01.gar");
        write("a.2026-03-01.gar", "a", DAY, 1, seed);
        write("b.2026-03-01.gar", "b", DAY, 1);
        try (SummaryStore summaries = SummaryStore.open(root);
                PackedFile other = PackedFile.open(root.resolve("b.2026-03-01.gar"))) {
            summaries.add("b.2026-03-01.gar", other);
            summaries.commit();
        }
        assertThat(unsummarized()).as("the index was written anew").isNull();
    }

    /** Also if the run is interrupted after the file was rewritten, and then finished. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRewrittenFileIsNoMoreSummarizedThanBefore(boolean interrupted) throws IOException {
        write("a.2026-03-01.gar", "a", DAY, 1);
        write("b.2026-03-01.gar", "b", DAY, 1);
        summarize();
        replaceByEqualSize();
        for (ThinningPlan.Rules rules : List.of(reencoding(1e-2), rules(null, null, null, List.of("Req*")))) {
            ThinningPlan plan = plan(rules);
            assertThat(plan.steps()).hasSize(2);
            if (interrupted) {
                try (SummaryStore summaries = SummaryStore.open(root)) {
                    Thinning failing = new Thinning(root, summaries, source -> {
                        throw new IllegalStateException("interrupted");
                    });
                    assertThatThrownBy(() -> failing.run(plan)).hasMessage("interrupted");
                }
                try (SummaryStore summaries = SummaryStore.open(root)) {
                    new Thinning(root, summaries, source -> {}).resume();
                }
            } else {
                apply(plan);
            }
            assertThat(plan(rules(null, null, null, List.of())).steps())
                    .extracting(ThinningPlan.Step::summarized)
                    .containsExactly(false, true);
        }
    }

    private @Nullable String unsummarized() throws IOException {
        ThinningPlan.Step step = plan(rules(null, null, null, List.of())).firstWithoutSummary();
        return step == null ? null : step.source();
    }

    /** Replaces a file by one of equal size with other values; returns the seed of these. */
    private long replaceByEqualSize() throws IOException {
        Path file = root.resolve("a.2026-03-01.gar");
        long size = Files.size(file);
        for (long seed = SEED + 1; seed < SEED + 10_000; seed++) {
            write("a.2026-03-01.gar", "a", DAY, 1, seed);
            if (Files.size(file) == size) {
                return seed;
            }
        }
        throw new AssertionError("no seed gives a file of " + size + " bytes");
    }

    @Test
    void droppedColumnsLeaveTheOthersAsTheyAre() throws IOException {
        write("a.2026-03-01.gar", "a", DAY, 1);
        Path file = root.resolve("a.2026-03-01.gar");
        summarize();
        ColumnArray[] before;
        byte[] bytes = Files.readAllBytes(file);
        try (PackedFile packed = PackedFile.open(file)) {
            before = packed.read("RawData", 0, 1, 2, 3, 5);
        }
        ThinningPlan plan = plan(rules(null, null, null, List.of("req*", "serverID", "*Time")));
        assertThat(plan.steps().get(0).columns()).containsExactly("RawData.Requests/s");
        apply(plan);
        assertThat(Files.size(file)).isLessThan(bytes.length);
        try (PackedFile packed = PackedFile.open(file)) {
            TableSchema table = packed.tables().get(0);
            assertThat(table.columns())
                    .extracting(ColumnSchema::name)
                    .containsExactly("serverID", "sampleTime", "prevSampleTime", "CPU", "Setting");
            ColumnArray[] after = packed.read("RawData", 0, 1, 2, 3, 4);
            assertThat(after[0].texts()).isEqualTo(before[0].texts());
            assertThat(after[1].longs()).isEqualTo(before[1].longs());
            assertThat(after[2].longs()).isEqualTo(before[2].longs());
            assertThat(after[3].floats()).isEqualTo(before[3].floats());
            assertThat(after[4].floats()).isEqualTo(before[4].floats());
            assertThat(packed.statistics("RawData", 3).outOfRange()).isPositive();
            // Chunks lie in the order of the columns: those before the one that went are where they were.
            int kept = 8
                    + (int) (packed.packedBytes("RawData", 1)
                            + packed.packedBytes("RawData", 2)
                            + packed.packedBytes("RawData", 3));
            assertThat(Arrays.copyOf(Files.readAllBytes(file), kept)).isEqualTo(Arrays.copyOf(bytes, kept));
        }
        assertThat(plan(rules(null, null, null, List.of("req*"))).steps()).isEmpty();
        assertThat(plan(rules(null, null, null, List.of())).firstWithoutSummary())
                .isNull();
    }

    @Test
    void anInterruptedRunIsFinished() throws IOException {
        write("a.2026-03-01.gar", "a", DAY, 1);
        // A character that the journal escapes, and Windows refuses.
        String second = OS.WINDOWS.isCurrentOs() ? "b" : "b\t";
        write(second + ".2026-03-01.gar", second, DAY, 1);
        summarize();
        try (SummaryStore summaries = SummaryStore.open(root)) {
            ThinningPlan plan = ThinningPlan.of(
                    root, GarageTree.files(List.of(root)), summaries, rules(null, null, null, List.of()));
            int[] steps = new int[1];
            Thinning failing = new Thinning(root, summaries, source -> {
                if (++steps[0] == 1) {
                    throw new IllegalStateException("interrupted");
                }
            });
            assertThatThrownBy(() -> failing.run(plan)).hasMessage("interrupted");
            assertThat(Thinning.isInterrupted(root)).isTrue();
            assertThat(GarageTree.files(List.of(root))).hasSize(1);
            Thinning again = new Thinning(root, summaries, source -> {});
            assertThatThrownBy(() -> again.run(plan)).isInstanceOf(IllegalStateException.class);
            again.resume();
            assertThat(GarageTree.files(List.of(root))).isEmpty();
            assertThat(Thinning.isInterrupted(root)).isFalse();
            assertThat(summaries.sources()).isEmpty();
            Files.writeString(root.resolve(Thinning.JOURNAL), "../../x\nend of plan\n");
            assertThatThrownBy(again::resume).isInstanceOf(PackedFile.DamagedException.class);
            Files.writeString(root.resolve(Thinning.JOURNAL), "a.gar\n");
            assertThatThrownBy(again::resume).isInstanceOf(PackedFile.DamagedException.class);
        }
    }

    @Test
    void columnsEncodedAnewKeepTheirBoundAndWhatIsDirty() throws IOException {
        float[] cpu = write("a.2026-03-01.gar", "a", DAY, 1);
        Path file = root.resolve("a.2026-03-01.gar");
        summarize();
        ColumnArray[] before;
        long dirty;
        long[] bytes = new long[6];
        try (PackedFile packed = PackedFile.open(file)) {
            before = packed.read("RawData", 0, 1, 2, 3, 4, 5);
            dirty = packed.statistics("RawData", 3).outOfRange();
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = packed.packedBytes("RawData", i);
            }
        }
        byte[] original = Files.readAllBytes(file);
        double error = 0.02;
        ThinningPlan plan = plan(reencoding(error));
        assertThat(Files.readAllBytes(file)).as("a plan changes nothing").isEqualTo(original);
        ThinningPlan.Step step = plan.steps().get(0);
        assertThat(step.columns()).isNotEmpty().isSubsetOf("RawData.CPU", "RawData.Requests/s");
        assertThat(step.maxError()).isEqualTo(error);
        apply(plan);
        assertThat(Files.size(file)).isEqualTo(original.length - step.savedBytes());
        assertThat(step.savedBytes()).isPositive();
        int changed = 0;
        try (PackedFile packed = PackedFile.open(file)) {
            ColumnArray[] after = packed.read("RawData", 0, 1, 2, 3, 4, 5);
            assertThat(after[0].texts()).isEqualTo(before[0].texts());
            assertThat(after[1].longs()).isEqualTo(before[1].longs());
            assertThat(after[2].longs()).isEqualTo(before[2].longs());
            assertThat(after[5].floats()).isEqualTo(before[5].floats());
            for (int column = 3; column < 5; column++) {
                boolean isShorter = packed.packedBytes("RawData", column) < bytes[column];
                String name = column == 3 ? "RawData.CPU" : "RawData.Requests/s";
                assertThat(step.columns().contains(name)).describedAs(name).isEqualTo(isShorter);
                for (int row = 0; row < ROWS; row++) {
                    assertThat(after[column].isNull(row)).isEqualTo(before[column].isNull(row));
                    float was = before[column].floats()[row];
                    float is = after[column].floats()[row];
                    assertThat(Math.abs(is - was)).isLessThanOrEqualTo((float) (error * Math.abs(was)));
                    assertThat(isShorter || is == was).isTrue();
                    changed += is == was ? 0 : 1;
                    if (column == 3 && !after[3].isNull(row)) {
                        assertThat(is > 100).describedAs("%s is %s", was, is).isEqualTo(cpu[row] > 100);
                    }
                }
            }
            assertThat(packed.statistics("RawData", 3).outOfRange())
                    .isEqualTo(dirty)
                    .isNotEqualTo(0);
        }
        assertThat(changed).isPositive();
        // Once more gains nothing; what is summed up counts as it was.
        ThinningPlan again = plan(reencoding(error));
        assertThat(again.steps()).isEmpty();
        assertThat(plan(rules(null, null, null, List.of())).firstWithoutSummary())
                .isNull();
    }

    @Test
    void anInterruptedReencodingIsFinished() throws IOException {
        write("a.2026-03-01.gar", "a", DAY, 1);
        write("b.2026-03-01.gar", "b", DAY, 1);
        try (SummaryStore summaries = SummaryStore.open(root)) {
            ThinningPlan plan = ThinningPlan.of(root, GarageTree.files(List.of(root)), summaries, reencoding(1e-2));
            assertThat(plan.steps()).hasSize(2);
            Thinning failing = new Thinning(root, summaries, source -> {
                throw new IllegalStateException("interrupted");
            });
            assertThatThrownBy(() -> failing.run(plan)).hasMessage("interrupted");
            byte[] first = Files.readAllBytes(root.resolve("a.2026-03-01.gar"));
            new Thinning(root, summaries, source -> {}).resume();
            assertThat(Files.readAllBytes(root.resolve("a.2026-03-01.gar"))).isEqualTo(first);
            for (ThinningPlan.Step step : plan.steps()) {
                assertThat(Files.size(root.resolve(step.source()))).isEqualTo(step.bytes() - step.savedBytes());
            }
            Files.writeString(root.resolve(Thinning.JOURNAL), "a.2026-03-01.gar\t\\E=2\nend of plan\n");
            assertThatThrownBy(() -> new Thinning(root, summaries, source -> {}).resume())
                    .isInstanceOf(PackedFile.DamagedException.class)
                    .hasMessageContaining("expected an error above 0");
        }
    }

    private static ThinningPlan.Rules reencoding(double error) {
        return new ThinningPlan.Rules(null, null, null, 5, List.of(), new ThinningPlan.Reencoding(error, scratch));
    }

    private static ThinningPlan.Rules rules(
            @Nullable String scope, @Nullable LocalDate before, @Nullable String idle, List<String> columns) {
        return new ThinningPlan.Rules(scope, before, idle, 5, columns, null);
    }

    private ThinningPlan plan(ThinningPlan.Rules rules) throws IOException {
        try (SummaryStore summaries = SummaryStore.open(root)) {
            return ThinningPlan.of(root, GarageTree.files(List.of(root)), summaries, rules);
        }
    }

    private void apply(ThinningPlan plan) throws IOException {
        try (SummaryStore summaries = SummaryStore.open(root)) {
            new Thinning(root, summaries, source -> {}).run(plan);
        }
    }

    private void summarize() throws IOException {
        try (SummaryStore summaries = SummaryStore.open(root)) {
            for (Path path : GarageTree.files(List.of(root))) {
                try (PackedFile file = PackedFile.open(path)) {
                    summaries.add(ThinningPlan.source(root.relativize(path)), file);
                }
            }
            summaries.commit();
        }
    }

    private Path export() throws IOException {
        Path database = root.resolve("all.duckdb");
        try (SummaryStore summaries = SummaryStore.open(root)) {
            summaries.export(database);
        }
        return database;
    }

    private float[] write(String name, String server, LocalDate day, float scale) throws IOException {
        return write(name, server, day, scale, SEED);
    }

    private float[] write(String name, String server, LocalDate day, float scale, long seed) throws IOException {
        Random random = new Random(seed);
        String[] servers = new String[ROWS];
        long[] times = new long[ROWS];
        long[] previous = new long[ROWS];
        float[] cpu = new float[ROWS];
        float[] requests = new float[ROWS];
        long start = day.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
        for (int i = 0; i < ROWS; i++) {
            servers[i] = server;
            times[i] = start + 30_000L * i + random.nextInt(30);
            previous[i] = i == 0 ? 0 : times[i - 1];
            cpu[i] = i % 10 == 3 ? 0 : scale * random.nextInt(1_100) / 10f;
            requests[i] = i == 0 ? 0 : (float) (random.nextInt(900) * 1000.0 / (times[i] - times[i - 1]));
        }
        float[] setting = new float[ROWS];
        Arrays.fill(setting, 4);
        Path file = root.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        TableSchema schema = new TableSchema(
                TableSchema.RAW_DATA,
                ROWS,
                List.of(
                        new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT),
                        new ColumnSchema(ColumnSchema.TIME, ColumnSchema.Type.TIMESTAMP),
                        new ColumnSchema(ColumnSchema.PREVIOUS_TIME, ColumnSchema.Type.TIMESTAMP),
                        new ColumnSchema("CPU", ColumnSchema.Type.FLOAT32, "%", null, 0.0, 100.0),
                        new ColumnSchema("Requests/s", ColumnSchema.Type.FLOAT32),
                        new ColumnSchema("Setting", ColumnSchema.Type.FLOAT32)));
        try (PackedFileWriter writer = PackedFileWriter.replace(
                file, new PackedFileWriter.FileDescription(server, day, Map.of()), PackedFileWriter.Options.LOSSLESS)) {
            writer.add(
                    schema,
                    List.of(
                            ColumnArray.ofTexts(servers, null),
                            ColumnArray.ofTimes(times, null),
                            ColumnArray.ofTimes(previous, ColumnArray.nulls(ROWS, row -> row == 0)),
                            ColumnArray.ofFloats(cpu, ColumnArray.nulls(ROWS, row -> row % 10 == 3)),
                            ColumnArray.ofFloats(requests, null),
                            ColumnArray.ofFloats(setting, null)));
            writer.commit();
        }
        return cpu;
    }
}

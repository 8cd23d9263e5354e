package dev.mimeo.garage.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Summaries beside the aggregates of the values themselves. */
@Tag("thorough")
final class SummaryStoreTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);
    private static final int ROWS = 500;
    private static final int KINDS = 7;
    private static final long HOUR = 3_600_000;

    @TempDir
    private Path root;

    private final Map<String, double[][]> columns = new HashMap<>();

    /** Values of a kind: fractions, tenths, large ones that are close together, infinities, tiny ones, NaNs, whole numbers. */
    private static double[] values(int kind, Random random) {
        double[] values = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            values[i] = switch (kind) {
                case 0 -> random.nextGaussian();
                case 1 -> random.nextInt(1000) / 10.0;
                case 2 -> 1e9 + random.nextInt(3);
                case 3 -> random.nextInt(50) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(9);
                case 4 -> i < 100 ? 0 : random.nextDouble() * 1e-200;
                case 5 -> i % 7 == 0 ? Double.NaN : random.nextInt();
                default -> random.nextInt(100);
            };
        }
        return values;
    }

    private static boolean isNull(int kind, int row) {
        return kind == 4 ? row < 100 : row % 11 == kind;
    }

    private double[][] columns(String server) {
        return columns.computeIfAbsent(server, SummaryStoreTest::newColumns);
    }

    private static double[][] newColumns(String server) {
        Random random = new Random(server.hashCode());
        double[][] columns = new double[KINDS][];
        for (int kind = 0; kind < columns.length; kind++) {
            columns[kind] = values(kind, random);
        }
        return columns;
    }

    private static long time(int row) {
        return DAY.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli() + row * 170_000L;
    }

    private Path write(String server) throws IOException {
        double[][] columns = columns(server);
        List<ColumnSchema> schemas = new ArrayList<>(List.of(
                new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT),
                new ColumnSchema(ColumnSchema.TIME, ColumnSchema.Type.TIMESTAMP)));
        String[] servers = new String[ROWS];
        long[] times = new long[ROWS];
        for (int i = 0; i < ROWS; i++) {
            servers[i] = server;
            times[i] = time(i);
        }
        List<ColumnArray> arrays =
                new ArrayList<>(List.of(ColumnArray.ofTexts(servers, null), ColumnArray.ofTimes(times, null)));
        for (int kind = 0; kind < columns.length; kind++) {
            int number = kind;
            schemas.add(new ColumnSchema(
                    "c" + kind, ColumnSchema.Type.FLOAT64, null, null, null, kind == 1 ? (Double) 50.0 : null));
            double[] values = columns[kind].clone();
            for (int i = 0; i < ROWS; i++) {
                values[i] = isNull(kind, i) ? 0 : values[i];
            }
            arrays.add(ColumnArray.ofDoubles(values, ColumnArray.nulls(ROWS, row -> isNull(number, row))));
        }
        Path path = root.resolve(server + "." + DAY + ".gar");
        try (PackedFileWriter writer = PackedFileWriter.replace(
                path, new PackedFileWriter.FileDescription(server, DAY, Map.of()), PackedFileWriter.Options.LOSSLESS)) {
            writer.add(new TableSchema(TableSchema.RAW_DATA, ROWS, schemas), arrays);
            writer.commit();
        }
        return path;
    }

    private void add(String... servers) throws IOException {
        try (SummaryStore store = SummaryStore.open(root)) {
            for (String server : servers) {
                try (PackedFile file = PackedFile.open(write(server))) {
                    store.add(server, file);
                }
            }
            store.commit();
        }
    }

    private Connection exported() throws IOException, SQLException {
        Path database = root.resolve("all.duckdb");
        Files.deleteIfExists(database);
        try (SummaryStore store = SummaryStore.open(root)) {
            store.export(database);
        }
        return DriverManager.getConnection("jdbc:duckdb:" + database);
    }

    /** The present values of a counter in a period. */
    private List<Double> present(String server, int kind, long start, long length) {
        double[] values = columns(server)[kind];
        return IntStream.range(0, ROWS)
                .filter(row -> time(row) >= start && time(row) < start + length)
                .filter(row -> !isNull(kind, row) && !Double.isNaN(values[row]))
                .mapToObj(row -> values[row])
                .toList();
    }

    private static long count(long start, long length, IntPredicate condition) {
        return IntStream.range(0, ROWS)
                .filter(row -> time(row) >= start && time(row) < start + length)
                .filter(condition)
                .count();
    }

    @Test
    void hoursAndDaysAreTheAggregatesOfTheValues() throws IOException, SQLException {
        add("a");
        add("b", "c");
        add("a");
        try (Connection connection = exported();
                Statement statement = connection.createStatement()) {
            for (String table : List.of("hourly", "daily")) {
                long length = table.equals("daily") ? 24 * HOUR : HOUR;
                int found = 0;
                try (ResultSet rows = statement.executeQuery("SELECT *, epoch_ms(startTime) AS start FROM " + table)) {
                    while (rows.next()) {
                        check(rows, length);
                        found++;
                    }
                }
                assertThat(found).isEqualTo(3 * KINDS * (table.equals("daily") ? 1 : 24));
            }
        }
    }

    private void check(ResultSet rows, long length) throws SQLException {
        String source = rows.getString("source");
        int kind = rows.getString("counter").charAt(1) - '0';
        long start = rows.getLong("start");
        String as = source + " " + kind + " " + start + " " + length;
        double[] all = columns(source)[kind];
        List<Double> values = present(source, kind, start, length);
        assertThat(rows.getString("serverID")).isEqualTo(source);
        assertThat(rows.getString("tableName")).isEqualTo("RawData");
        assertThat(rows.getLong("count")).as(as).isEqualTo(values.size());
        assertThat(rows.getLong("nulls")).as(as).isEqualTo(count(start, length, row -> isNull(kind, row)));
        assertThat(rows.getLong("nans"))
                .as(as)
                .isEqualTo(count(start, length, row -> !isNull(kind, row) && Double.isNaN(all[row])));
        assertThat(rows.getLong("dirty"))
                .as(as)
                .isEqualTo(kind == 1 ? values.stream().filter(v -> v > 50).count() : 0);
        if (values.isEmpty()) {
            for (String column : List.of("minimum", "maximum", "sum", "sumOfSquares", "firstValue", "lastValue")) {
                assertThat(rows.getObject(column)).as(as).isNull();
            }
            return;
        }
        assertThat(rows.getDouble("minimum")).as(as).isEqualTo(Collections.min(values));
        assertThat(rows.getDouble("maximum")).as(as).isEqualTo(Collections.max(values));
        assertThat(rows.getDouble("firstValue")).as(as).isEqualTo(values.get(0));
        assertThat(rows.getDouble("lastValue")).as(as).isEqualTo(values.get(values.size() - 1));
        double sum = values.stream().reduce(0.0, Double::sum);
        double magnitude = values.stream().mapToDouble(Math::abs).sum();
        double squares = values.stream().mapToDouble(v -> v * v).sum();
        if (Double.isInfinite(sum)) {
            assertThat(rows.getDouble("sum")).as(as).isEqualTo(sum);
            assertThat(rows.getDouble("sumOfSquares")).as(as).isEqualTo(squares);
        } else {
            // Only a day adds in another order.
            assertThat(rows.getDouble("sum")).as(as).isCloseTo(sum, within(length == HOUR ? 0 : magnitude * 1e-14));
            assertThat(rows.getDouble("sumOfSquares"))
                    .as(as)
                    .isCloseTo(squares, within(kind == 6 ? 0 : squares * 8e-6));
        }
    }

    @Test
    void deviationsAreThoseOfExactArithmetic() throws IOException {
        add("a");
        try (SummaryStore store = SummaryStore.open(root)) {
            store.read(counter -> true, (counter, rows) -> {
                int kind = counter.counter().charAt(1) - '0';
                for (int row = 0; row < rows.size() && kind != 3 && kind != 6; row++) {
                    List<BigDecimal> values =
                            present("a", kind, rows.integer(HourlyRows.HOUR, row) * HOUR, HOUR).stream()
                                    .map(BigDecimal::new)
                                    .toList();
                    if (values.isEmpty()) {
                        continue;
                    }
                    BigDecimal mean = values.stream()
                            .reduce(BigDecimal.ZERO, BigDecimal::add)
                            .divide(BigDecimal.valueOf(values.size()), new MathContext(400));
                    double exact = values.stream()
                            .map(value -> value.subtract(mean).pow(2))
                            .reduce(BigDecimal.ZERO, BigDecimal::add)
                            .doubleValue();
                    assertThat(rows.number(HourlyRows.DEVIATIONS, row))
                            .as("%s, row %s", counter, row)
                            .isCloseTo(exact, within(exact * 0x1.0001p-17));
                }
            });
        }
    }

    @Test
    void segmentsAreMergedAndFormerStatesDropped() throws IOException, SQLException {
        List<String> servers = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            String server = "s" + i;
            servers.add(server);
            add(server);
        }
        // One segment of all but the newest, which it is too large for, and what followed.
        assertThat(segments()).hasSizeLessThan(5);
        for (int i = 0; i < 3; i++) {
            add(servers.toArray(String[]::new));
        }
        assertThat(segments()).hasSizeLessThan(3);
        try (SummaryStore store = SummaryStore.open(root)) {
            assertThat(store.sources()).containsExactlyElementsOf(servers);
        }
        try (Connection connection = exported();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*), count(DISTINCT source) FROM hourly")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(9 * 24 * KINDS);
            assertThat(rows.getInt(2)).isEqualTo(9);
        }
    }

    private List<String> segments() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(SummaryStore.FOLDER))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("hours-"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whatIsNotStoredIsForgottenAndWhatAProcessLeftIsRemoved() throws IOException {
        add("a");
        Path folder = root.resolve(SummaryStore.FOLDER);
        Files.writeString(folder.resolve("hours-7.sum"), "left by a process that was killed");
        Files.writeString(folder.resolve("notes.txt"), "of the user");
        try (SummaryStore store = SummaryStore.open(root)) {
            try (PackedFile file = PackedFile.open(write("b"))) {
                store.add("b", file);
            }
            assertThat(store.sources()).contains("b");
            assertThatThrownBy(() -> SummaryStore.open(root)).hasMessageContaining("is in use");
        }
        try (SummaryStore store = SummaryStore.open(root)) {
            assertThat(store.sources()).containsExactly("a");
            assertThat(store.sourcesBelow("C0", 100)).containsExactly("a");
            assertThat(store.sourcesBelow("c0", -100)).isEmpty();
            assertThatThrownBy(() -> store.sourcesBelow("none", 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no summary has a counter 'none'");
        }
        assertThat(segments()).containsExactly("hours-0.sum");
        assertThat(folder.resolve("notes.txt")).exists();
        Files.writeString(folder.resolve("index.sum"), "damaged");
        assertThatThrownBy(() -> SummaryStore.open(root))
                .isInstanceOf(PackedFile.DamagedException.class)
                .hasMessageContaining("index.sum");
        Files.copy(root.resolve("a." + DAY + ".gar"), folder.resolve("index.sum"), StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> SummaryStore.open(root)).hasMessageContaining("remove the folder");
    }

    @Test
    void readingNeedsNoLockAndWritesNothing() throws IOException {
        Path folder = root.resolve(SummaryStore.FOLDER);
        try (SummaryStore store = SummaryStore.openToRead(root)) {
            assertThat(store.sources()).isEmpty();
            assertThat(folder).doesNotExist();
        }
        add("a");
        try (SummaryStore writing = SummaryStore.open(root);
                SummaryStore store = SummaryStore.openToRead(root)) {
            assertThat(store.sources()).containsExactly("a");
            assertThat(store.sourcesBelow("C0", 100)).containsExactly("a");
            store.markDeleted("a");
            assertThatThrownBy(store::commit).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> store.sourcesBelow("C0", 100)).isInstanceOf(IllegalStateException.class);
            assertThat(writing.sources()).containsExactly("a");
        }
        try (SummaryStore store = SummaryStore.open(root)) {
            assertThat(store.sources()).containsExactly("a");
        }
    }

    @Test
    void aMergeWhileOthersReadIsTold() throws IOException {
        List<String> servers = List.of("a", "b", "c", "d");
        Path folder = root.resolve(SummaryStore.FOLDER);
        add("a");
        try (SummaryStore reading = SummaryStore.openToRead(root)) {
            for (int i = 0; i < 3; i++) {
                add(servers.toArray(String[]::new));
            }
            assertThat(segments()).doesNotContain("hours-0.sum");
            assertThatThrownBy(() -> reading.sourcesBelow("C0", 100))
                    .isInstanceOf(IOException.class)
                    .hasMessage(folder + ": was changed while it was read: try again");
        }
        try (SummaryStore reading = SummaryStore.openToRead(root)) {
            assertThat(reading.sourcesBelow("C0", 100)).containsExactlyElementsOf(servers);
            for (String segment : segments()) {
                Files.delete(folder.resolve(segment));
            }
            assertThatThrownBy(() -> reading.sourcesBelow("C0", 100)).isInstanceOf(NoSuchFileException.class);
        }
    }

    @Test
    void nothingIsLeftOfAFolderWithoutSummaries() throws IOException {
        Path folder = root.resolve(SummaryStore.FOLDER);
        try (SummaryStore store = SummaryStore.open(root)) {
            store.commit();
            assertThat(store.sizeBytes()).isZero();
            assertThatThrownBy(() -> SummaryStore.open(root)).hasMessageContaining("is in use");
        }
        assertThat(folder).doesNotExist();
        Files.createDirectory(folder);
        Path notes = Files.writeString(folder.resolve("notes.txt"), "of the user");
        SummaryStore.open(root).close();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(notes);
        }
    }

    @Test
    void theDatabaseOfEarlierVersionsIsTakenOver() throws IOException, SQLException {
        add("a", "b");
        long bytes;
        try (SummaryStore store = SummaryStore.open(root)) {
            store.markDeleted("b");
            try (PackedFile rewritten = PackedFile.open(write("c"))) {
                bytes = rewritten.sizeBytes();
                store.markRewritten("a", rewritten);
            }
            store.commit();
        }
        List<String> before = table("hourly");
        List<String> sources = table("sources");
        Files.copy(root.resolve("all.duckdb"), root.resolve("summary.duckdb"));
        try (Stream<Path> files = Files.list(root.resolve(SummaryStore.FOLDER))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        List<String> after = table("hourly");
        assertThat(after).isEqualTo(before);
        assertThat(table("sources")).isEqualTo(sources).contains("a " + bytes + " false");
        add("c");
        assertThat(table("sources")).hasSize(3);
    }

    /** Returns the rows of a table of all summaries, with sums of squares to six digits. */
    private List<String> table(String name) throws IOException, SQLException {
        List<String> found = new ArrayList<>();
        String columns = name.equals("sources")
                ? "concat_ws(' ', source, bytes, sourceDeleted)"
                : "concat_ws(' ', source, serverID, tableName, counter, epoch_ms(startTime), count, nulls, nans, dirty,"
                        + " minimum, maximum, sum, printf('%.6g', sumOfSquares), firstValue, lastValue)";
        try (Connection connection = exported();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + columns + " FROM " + name + " ORDER BY 1")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** Changes without the lock would remove segments of the next one who has it. */
    @Test
    void whatIsClosedDoesNotChangeSummaries() throws IOException {
        SummaryStore first = SummaryStore.open(root);
        first.close();
        try (SummaryStore second = SummaryStore.open(root)) {
            first.close();
            assertThatThrownBy(() -> SummaryStore.open(root)).hasMessageContaining("is in use");
            try (PackedFile file = PackedFile.open(write("a"))) {
                second.add("a", file);
                second.commit();
                first.add("b", file);
            }
            assertThatThrownBy(first::commit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        try (SummaryStore third = SummaryStore.open(root)) {
            assertThat(third.sources()).containsExactly("a");
            assertThat(third.sourcesBelow("c6", 1000)).containsExactly("a");
        }
    }
}

package dev.mimeo.dataseries.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.testing.FaultyFiles;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorting and merging against the stable sort of the JDK. */
@Tag("thorough")
final class SortingTest {

    private static final String XML = """
        <ExtentType name="Test::Mixed">
          <field type="int32" name="id" />
          <field type="bool" name="flag" opt_nullable="yes" />
          <field type="byte" name="small" opt_nullable="yes" />
          <field type="int32" name="count" opt_nullable="yes" pack_relative="count" />
          <field type="int64" name="time" opt_nullable="yes" pack_relative="time" />
          <field type="double" name="x" opt_nullable="yes" />
          <field type="variable32" name="a b" opt_nullable="yes" pack_unique="yes" />
          <field type="fixedwidth" name="code" size="3" opt_nullable="yes" />
        </ExtentType>
        """;

    private static final double[] DOUBLES = {
        Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -0.0, 0.0, 1.5, -1.5, Double.MIN_VALUE
    };

    private static final List<String> FIELDS = List.of("flag", "small", "count", "time", "x", "a b", "code");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final List<Path> spilled = new ArrayList<>();

    private final Sorting.SpillFiles spills = new Sorting.SpillFiles() {
        @Override
        public Path create() throws IOException {
            Path file = Files.createTempFile(folder, "run", "");
            spilled.add(file);
            return file;
        }

        @Override
        public void remove(Path file) throws IOException {
            Files.delete(file);
        }
    };

    /** A row: its number and, as far as not null, its values in the order of the fields. */
    private record Row(int id, List<@Nullable Object> values) {}

    private static Row row(int id, Random random) {
        byte[] code = new byte[3];
        random.nextBytes(code);
        byte[] word = new byte[random.nextInt(12)];
        Arrays.fill(word, (byte) 'w');
        if (word.length > 8) {
            word[word.length - 1] = (byte) random.nextInt(256);
        }
        @Nullable Object[] values = {
            random.nextBoolean(),
            random.nextInt(256),
            random.nextInt(5) - 2,
            random.nextInt(3) == 0 ? Long.MAX_VALUE - random.nextInt(2) : Long.MIN_VALUE + random.nextInt(2),
            DOUBLES[random.nextInt(DOUBLES.length)],
            word,
            new byte[] {code[0], 0, (byte) (code[2] & 0x81)}
        };
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(6) == 0 ? null : values[i];
        }
        return new Row(id, Arrays.asList(values));
    }

    private static Comparator<Row> comparator(SortOrder order) {
        Comparator<Row> all = Comparator.comparing(row -> 0);
        for (SortOrder.Key key : order.keys()) {
            int field = FIELDS.indexOf(key.field());
            all = all.thenComparing((one, other) -> {
                Object left = one.values().get(field);
                Object right = other.values().get(field);
                if (left == null || right == null) {
                    int nulls = Boolean.compare(left != null, right != null);
                    return key.nullsFirst() ? nulls : -nulls;
                }
                int result = compare(left, right);
                return key.descending() ? -result : result;
            });
        }
        return all;
    }

    private static int compare(Object one, Object other) {
        if (one instanceof Boolean left) {
            return left.compareTo((Boolean) other);
        } else if (one instanceof Integer left) {
            return left.compareTo((Integer) other);
        } else if (one instanceof Long left) {
            return left.compareTo((Long) other);
        } else if (one instanceof Double left) {
            return compareAsInSql(left, (Double) other);
        }
        return Integer.signum(Arrays.compareUnsigned((byte[]) one, (byte[]) other));
    }

    private static int compareAsInSql(double one, double other) {
        if (Double.isNaN(one) || Double.isNaN(other)) {
            return Boolean.compare(Double.isNaN(one), Double.isNaN(other));
        }
        return one < other ? -1 : one > other ? 1 : 0;
    }

    private static SortOrder order(Random random) {
        List<String> fields = new ArrayList<>(FIELDS);
        Collections.shuffle(fields, random);
        List<SortOrder.Key> keys = new ArrayList<>();
        for (String field : fields.subList(0, 1 + random.nextInt(3))) {
            keys.add(new SortOrder.Key(field, random.nextBoolean(), random.nextBoolean()));
        }
        return new SortOrder(keys);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void rowsAreInOrderAndEqualOnesAsTheyWere(long seed) throws IOException {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        List<Path> inputs = new ArrayList<>();
        for (ByteOrder byteOrder : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            List<Row> some = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                some.add(row(rows.size() + i, random));
            }
            rows.addAll(some);
            inputs.add(write(some, byteOrder, 1 + random.nextInt(60)));
        }
        SortOrder order = order(random);
        List<Integer> expected = ids(rows, comparator(order));
        for (long memory : new long[] {1, 10_000, 100_000_000}) {
            for (int threads : new int[] {1, 3}) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                Sorting.Report report = new Sorting(order, options(threads, memory), spills, 5)
                        .sort(inputs, "*", channel(out), bytes -> {});
                assertThat(ids(out))
                        .as("seed %d, %s, memory %d", seed, order, memory)
                        .isEqualTo(expected);
                assertThat(report.rows()).isEqualTo(2000);
                assertThat(report.outputBytes()).isEqualTo(out.size());
                assertThat(report.runs() == 0).isEqualTo(memory == 100_000_000);
            }
        }
        assertThat(spilled).isNotEmpty().allSatisfy(file -> assertThat(file).doesNotExist());
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void sortedFilesMergeInOrder(long seed) throws IOException {
        Random random = new Random(seed);
        SortOrder order = order(random);
        List<Row> all = new ArrayList<>();
        List<Path> inputs = new ArrayList<>();
        for (int file = 0; file < 7; file++) {
            List<Row> rows = new ArrayList<>();
            for (int i = random.nextInt(200); i > 0; i--) {
                rows.add(row(all.size() + i, random));
            }
            rows.sort(comparator(order));
            all.addAll(rows);
            inputs.add(write(rows, ByteOrder.LITTLE_ENDIAN, 17));
        }
        long inputBytes = 0;
        for (Path input : inputs) {
            inputBytes += Files.size(input);
        }
        for (int fanIn : new int[] {2, 7}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            List<Long> progress = new ArrayList<>();
            Sorting.Report report =
                    new Sorting(order, options(2, 1), spills, fanIn).merge(inputs, "*", channel(out), progress::add);
            assertThat(progress).isSorted().last().isEqualTo(inputBytes);
            assertThat(ids(out)).as("seed %d", seed).isEqualTo(ids(all, comparator(order)));
            assertThat(report.runs() == 0).isEqualTo(fanIn == 7);
        }
        assertThat(spilled).isNotEmpty().allSatisfy(file -> assertThat(file).doesNotExist());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the file system with faults has the paths of POSIX")
    void failuresToSpillNameTheFile() throws IOException {
        Random random = new Random(6);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(row(i, random));
        }
        Path input = write(rows, ByteOrder.LITTLE_ENDIAN, 500);
        Path full = Files.createDirectory(folder.resolve("full"));
        Sorting.SpillFiles onFullDisk = new Sorting.SpillFiles() {
            @Override
            public Path create() throws IOException {
                Path file = Files.createTempFile(full, "run", "");
                return new FaultyFiles(full, FaultyFiles.Fault.FULL).path(file);
            }

            @Override
            public void remove(Path file) throws IOException {
                Files.delete(file);
            }
        };
        assertThatThrownBy(() -> new Sorting(SortOrder.parse("time desc"), options(1, 1), onFullDisk)
                        .sort(List.of(input), "*", channel(new ByteArrayOutputStream()), bytes -> {}))
                .isInstanceOf(FileSystemException.class)
                .hasMessageStartingWith(full.resolve("run").toString())
                .hasMessageContaining("space");
    }

    @Test
    void mergingRefusesRowsOutOfOrder() throws IOException {
        Random random = new Random(5);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(row(i, random));
        }
        Path input = write(rows, ByteOrder.LITTLE_ENDIAN, 7);
        assertThatThrownBy(() -> new Sorting(SortOrder.parse("time, x"), options(1, 1), spills)
                        .merge(List.of(input), "*", channel(new ByteArrayOutputStream()), bytes -> {}))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining(input.toString())
                .hasMessageContaining("not in order")
                .hasMessageContaining("at byte");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sorting(SortOrder.parse("nosuch"), options(1, 1), spills)
                        .sort(List.of(input), "*", channel(new ByteArrayOutputStream()), bytes -> {}))
                .withMessageContaining("has no field 'nosuch'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        f                              | f false false
        f desc                         | f true false
        f,g DESC, h nulls first        | f false false;g true false;h false true
        f asc nulls last,g desc nulls first | f false false;g true true
        a\\ b\\,c desc                 | a b,c true false
        """)
    void ordersAreReadAsInSql(String text, String expected) {
        List<String> keys = SortOrder.parse(text).keys().stream()
                .map(key -> key.field() + " " + key.descending() + " " + key.nullsFirst())
                .toList();
        assertThat(String.join(";", keys)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "f,", ",f", "f down", "f desc asc", "f nulls", "f nulls first desc"})
    void otherTextsAreNoOrders(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> SortOrder.parse(text));
    }

    private static Sorting.Options options(int threads, long memory) {
        return new Sorting.Options(WriterOptions.DEFAULT.withThreads(threads), 2000, memory);
    }

    private static WritableByteChannel channel(ByteArrayOutputStream out) {
        return Channels.newChannel(out);
    }

    private static List<Integer> ids(List<Row> rows, Comparator<Row> order) {
        List<Row> sorted = new ArrayList<>(rows);
        sorted.sort(order);
        return sorted.stream().map(Row::id).toList();
    }

    private static List<Integer> ids(ByteArrayOutputStream file) throws IOException {
        List<Integer> ids = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.read(file.toByteArray(), "sorted");
                ExtentSource source = reader.extents("*", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int id : extent.ints(0)) {
                    ids.add(id);
                }
            }
        }
        return ids;
    }

    private Path write(List<Row> rows, ByteOrder order, int extentRows) throws IOException {
        TraceFixture file = TraceFixture.of(XML)
                .with(new WriterOptions(List.of("lz4"), order, 1))
                .extent();
        for (int i = 0; i < rows.size(); i++) {
            List<@Nullable Object> values = new ArrayList<>(rows.get(i).values());
            values.add(0, rows.get(i).id());
            file.row(values.toArray());
            if ((i + 1) % extentRows == 0) {
                file.extent();
            }
        }
        return file.write(Files.createTempFile(folder, "in", ".ds"));
    }
}

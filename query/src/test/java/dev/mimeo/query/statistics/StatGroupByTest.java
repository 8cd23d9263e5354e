package dev.mimeo.query.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.query.statistics.StatGroupBy.Request.Kind;
import dev.mimeo.statistics.Stats;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.Adler32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatGroupByTest {

    private static final String XML = """
        <ExtentType name="Test::Rows" namespace="mimeo.dev" version="1.%d">
          <field type="double" name="x" />
          <field type="int32" name="n" opt_nullable="yes" />
          <field type="int64" name="big" />
          <field type="double" name="d" />
          <field type="byte" name="b" />
          <field type="bool" name="flag" />
          <field type="variable32" name="word" opt_nullable="yes" />
          <field type="fixedwidth" name="code" size="2" />
        </ExtentType>
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private record Row(double x, String n, String big, String d, String b, String flag, String word, String code) {
        String key(String column) {
            return switch (column) {
                case "n" -> n;
                case "big" -> big;
                case "d" -> d;
                case "b" -> b;
                case "flag" -> flag;
                case "word" -> word;
                default -> code;
            };
        }
    }

    /** Writes random rows and returns them. */
    private List<Row> write(Path file, long seed, int extents, int rowsPerExtent) throws IOException {
        TraceFixture trace = TraceFixture.of(XML.formatted(0));
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        for (int extent = 0; extent < extents; extent++) {
            trace.extent();
            for (int i = 0; i < rowsPerExtent; i++) {
                double x = random.nextGaussian() + 1e6;
                int n = random.nextInt(300) - 150;
                long big = random.nextInt(5) * 0x1_0000_0001L;
                double d = (random.nextInt(5) - 2) * 0.25;
                int b = random.nextInt(256);
                String word = "w" + random.nextInt(400);
                byte[] code = {(byte) random.nextInt(3), (byte) 0xff};
                boolean nullN = random.nextInt(4) == 0;
                boolean nullWord = random.nextInt(4) == 0;
                // Both zeros are one key.
                double zeros = d == 0 && i % 2 == 0 ? -0.0 : d;
                trace.row(x, nullN ? null : n, big, zeros, b, n > 0, nullWord ? null : word, code);
                rows.add(new Row(
                        x,
                        nullN ? "*unknown-type*" : Integer.toString(n),
                        Long.toString(big),
                        d == 0 ? "0" : Double.toString(d).replace(".0", ""),
                        Integer.toString(b),
                        Boolean.toString(n > 0),
                        nullWord ? "*unknown-type*" : word,
                        "0" + code[0] + "ff"));
            }
        }
        trace.write(file);
        return rows;
    }

    private static StatGroupBy.Result compute(List<Path> files, int threads, StatGroupBy.Request... requests)
            throws IOException {
        return StatGroupBy.compute(
                new StatGroupBy.Input(files, "Test::Rows", Checksums.PACKED, null),
                List.of(requests),
                threads,
                bytes -> {});
    }

    /** An extent of a type without fields takes no bytes per row, so it can have as many rows as there are ints. */
    @Test
    @Tag("slow")
    void extentWithAsManyRowsAsThereAreInts() throws IOException {
        Path file = folder.resolve("a.ds");
        TraceFixture trace = TraceFixture.of("<ExtentType name=\"Test::Rows\" />");
        trace.extent().row();
        trace.write(file);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer stored = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int offset;
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            offset = Math.toIntExact(reader.index().get(1).offset());
        }
        stored.putInt(offset + 8, Integer.MAX_VALUE);
        Adler32 adler = new Adler32();
        adler.update(bytes, offset, 16);
        int nameLength = bytes[offset + 26];
        adler.update(bytes, offset + 20, 8 + (nameLength + 3) / 4 * 4);
        stored.putInt(offset + 16, (int) adler.getValue());
        Files.write(file, bytes);
        GroupedStatistics found = compute(List.of(file), 1, new StatGroupBy.Request(Kind.BASIC, "2", "1 > 0", ""))
                .statistics()
                .get(0);
        assertThat(found.groups().get(0).stats().count()).isEqualTo(Integer.MAX_VALUE);
        assertThat(found.groups().get(0).stats().mean()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"n", "big", "d", "b", "flag", "word", "code"})
    void everyTypeOfColumnMakesGroups(String column) throws IOException {
        List<Row> rows = write(folder.resolve("a.ds"), 1, 3, 1500);
        rows.addAll(write(folder.resolve("b.ds"), 2, 2, 700));
        Map<String, Stats> expected = new TreeMap<>();
        for (Row row : rows) {
            if (row.x > 1e6) {
                expected.computeIfAbsent(row.key(column), key -> new Stats()).add(row.x);
            }
        }
        GroupedStatistics found = compute(
                        List.of(folder.resolve("a.ds"), folder.resolve("b.ds")),
                        2,
                        new StatGroupBy.Request(Kind.BASIC, "x", "x > 1000000", column))
                .statistics()
                .get(0);
        Map<String, Stats> groups = new TreeMap<>();
        GroupKey last = null;
        for (GroupedStatistics.Group group : found.groups()) {
            GroupKey key = group.keys().get(0);
            assertThat(last == null || last.compareTo(key) < 0)
                    .as("%s before %s", last, key)
                    .isTrue();
            groups.put(String.valueOf(key), group.stats());
            last = key;
        }
        assertThat(groups.keySet()).isEqualTo(expected.keySet());
        expected.forEach((key, stats) -> {
            Stats group = Objects.requireNonNull(groups.get(key), key);
            assertThat(group.count()).isEqualTo(stats.count());
            assertThat(group.mean()).isCloseTo(stats.mean(), within(1e-8));
            assertThat(group.standardDeviation()).isCloseTo(stats.standardDeviation(), within(1e-6));
            assertThat(group.min()).isEqualTo(stats.min());
            assertThat(group.max()).isEqualTo(stats.max());
        });
        assertThat(found.processed())
                .isEqualTo(rows.stream().filter(row -> row.x > 1e6).count());
        assertThat(found.processed() + found.ignored()).isEqualTo(rows.size());
    }

    @Test
    void nothingDependsOnTheNumberOfThreads() throws IOException {
        Path file = folder.resolve("a.ds");
        write(file, 3, 40, 900);
        StatGroupBy.Request[] requests = {
            new StatGroupBy.Request(Kind.BASIC, "x / 3", "", "word"),
            new StatGroupBy.Request(Kind.BASIC, "x * d", "flag", ""),
            new StatGroupBy.Request(Kind.QUANTILE, "x + n", "n is not null", "b"),
            new StatGroupBy.Request(Kind.QUANTILE, "x", "", "")
        };
        List<String> expected = null;
        for (int threads = 1; threads <= 5; threads++) {
            List<String> found = new ArrayList<>();
            for (GroupedStatistics statistics :
                    compute(List.of(file), threads, requests).statistics()) {
                found.add(statistics.text());
                for (GroupedStatistics.Group group : statistics.groups()) {
                    // Every bit counts.
                    found.add(Double.toHexString(group.stats().mean())
                            + Double.toHexString(group.stats().variance()));
                }
            }
            expected = expected == null ? found : expected;
            assertThat(found).as("%d threads", threads).isEqualTo(expected);
        }
    }

    @Test
    void rowsThatAreLeftOutCannotFail() throws IOException {
        Path file = folder.resolve("a.ds");
        write(file, 4, 1, 2000);
        assertThatThrownBy(() -> compute(List.of(file), 1, new StatGroupBy.Request(Kind.BASIC, "word * 1", "", "")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("a.ds: expression 'word * 1', character 1 at byte")
                .hasMessageContaining("which is not a number");
        GroupedStatistics none = compute(
                        List.of(file),
                        1,
                        new StatGroupBy.Request(Kind.BASIC, "word * 1", "word == \"nosuch\" && word * 1 > 3", ""))
                .statistics()
                .get(0);
        assertThat(none.groups()).isEmpty();
        assertThat(none.ignored()).isEqualTo(2000);
        assertThat(none.text()).isEqualTo("""
            # Begin DSStatGroupByModule
            # processed 0 rows, where clause eliminated 2000 rows
            # count(*), mean(word * 1), stddev, min, max
            # End DSStatGroupByModule
            """);
    }

    @Test
    void typesMustBeTheSameAndColumnsMustExist() throws IOException {
        Path a = folder.resolve("a.ds");
        Path b = folder.resolve("b.ds");
        write(a, 5, 1, 10);
        TraceFixture.of(XML.formatted(1)).write(b);
        StatGroupBy.Request request = new StatGroupBy.Request(Kind.BASIC, "x", "", "n");
        assertThatThrownBy(() -> compute(List.of(a, b), 1, request))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("differs from type 'Test::Rows' of the first file");
        assertThat(compute(List.of(b), 1, request).statistics().get(0).groups()).isEmpty();
        assertThatThrownBy(() -> compute(List.of(a), 1, new StatGroupBy.Request(Kind.BASIC, "x", "", "nosuch")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no field 'nosuch'");
    }
}

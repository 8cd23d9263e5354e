package dev.mimeo.dataseries.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.dataseries.index.MinMaxIndex.Combination;
import dev.mimeo.dataseries.index.MinMaxIndex.Selection;
import dev.mimeo.dataseries.series.Int64Field;
import dev.mimeo.dataseries.series.SeriesReader;
import dev.mimeo.testing.SharedData;
import dev.mimeo.testing.TraceFixture;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtentIndexTest {

    private static final String TYPE = """
            <ExtentType name="Sample::Rows" namespace="mimeo.dev" version="%s">
              <field type="int64" name="x" opt_nullable="yes" />
              <field type="double" name="d" />
              <field type="variable32" name="s" opt_nullable="yes" />
            </ExtentType>
            """;

    @TempDir
    Path folder;

    private record Row(@Nullable Long x, double d, @Nullable String s) {}

    private static ExtentType type(String version) throws DataSeriesException {
        return ExtentType.parse(TYPE.formatted(version));
    }

    private static Extent extent(ExtentType type, List<Row> rows) {
        ExtentBuilder builder = new ExtentBuilder(type);
        for (Row row : rows) {
            builder.addRow();
            if (row.x == null) {
                builder.setNull(0);
            } else {
                builder.setLong(0, row.x);
            }
            builder.setDouble(1, row.d);
            if (row.s == null) {
                builder.setNull(2);
            } else {
                builder.setString(2, row.s);
            }
        }
        return builder.build();
    }

    private String file(String name, ExtentType type, List<List<Row>> extents) throws IOException {
        TraceFixture file = TraceFixture.of(type);
        for (List<Row> rows : extents) {
            file.extents(List.of(extent(type, rows)));
        }
        return file.write(folder.resolve(name)).toString();
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private ExtentIndexer.Report write(ExtentIndexer indexer, Path index, String... files) throws IOException {
        try (indexer) {
            return indexer.write(List.of(files), channel(index), WriterOptions.DEFAULT, 4096, 2, (done, all) -> {});
        }
    }

    /** Prints the rows about extents, without the folder. */
    private List<String> rows(Path index) throws IOException {
        List<String> lines = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.open(index);
                ExtentSource source = reader.extents("DSIndex::Extent::MinMax::", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    StringBuilder line = new StringBuilder();
                    for (int field = 0; field < extent.type().fields().size(); field++) {
                        if (field != 1) {
                            line.append(line.isEmpty() ? "" : " ").append(GeneralValue.of(extent, field, row));
                        }
                    }
                    lines.add(line.toString().replace(folder + File.separator, ""));
                }
            }
        }
        return lines;
    }

    private static List<Row> numbers(Long... values) {
        return Stream.of(values).map(x -> new Row(x, x, "v" + x)).toList();
    }

    /** The name of an indexed type may be a part of that of another one. */
    @Test
    void onlyExtentsOfTheIndexedTypeAreExcluded() throws IOException {
        ExtentType indexed = type("1.2");
        ExtentType other = ExtentType.parse(TYPE.formatted("1.2").replace("Sample::Rows", "Sample::Rows::More"));
        Path file = TraceFixture.of(indexed, other)
                .extents(List.of(
                        extent(indexed, numbers(1L, 2L)), extent(other, numbers(3L)), extent(indexed, numbers(7L))))
                .write(folder.resolve("two.ds"));
        Path index = folder.resolve("index.ds");
        write(ExtentIndexer.create("Sample::Rows", List.of("x"), 0), index, file.toString());
        List<Selection> selections = List.of(Selection.of("x", GeneralValue.ofLong(5), GeneralValue.ofLong(9)));
        Set<Long> excluded =
                MinMaxIndex.exclusion(index, "Sample::Rows", selections).offsets(file);
        assertThat(excluded).hasSize(1);
        Set<Long> ofOther =
                MinMaxIndex.exclusion(index, "Sample::Rows::More", selections).offsets(file);
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                if (entry.typeName().equals("Sample::Rows::More")) {
                    assertThat(excluded).doesNotContain(entry.offset());
                    assertThat(ofOther).doesNotContain(entry.offset());
                }
            }
            assertThat(reader.index())
                    .extracting(DataSeriesReader.IndexEntry::typeName)
                    .contains("Sample::Rows::More");
        }
    }

    @Test
    void holdsBoundsWhateverIsNull() throws IOException {
        ExtentType type = type("1.2");
        Row absent = new Row(null, Double.NaN, null);
        String file = file(
                "a",
                type,
                List.of(
                        List.of(absent, new Row(5L, -1, "m"), new Row(-3L, 2.5, "ä"), absent),
                        List.of(absent, absent),
                        List.of(),
                        List.of(new Row(7L, Double.NaN, ""))));
        Path index = folder.resolve("index");
        ExtentIndexer.Report report = write(ExtentIndexer.create("Sample", List.of("x", "d", "s"), 0), index, file);
        assertThat(report).isEqualTo(new ExtentIndexer.Report(1, 0, 0, 4));
        assertThat(rows(index))
                .containsExactly(
                        "a 4 -3 5 true -1 2.5 false m c3a4 true",
                        "a 2 0 0 true 0 0 false   true",
                        "a 0 0 0 false 0 0 false   false",
                        "a 1 7 7 false 0 0 false   false");
        try (DataSeriesReader reader = DataSeriesReader.open(index)) {
            ExtentType minMax = reader.type("DSIndex::Extent::MinMax::Sample");
            assertThat(minMax.namespace()).isEqualTo("mimeo.dev");
            assertThat(minMax.versionCompatible(1, 2)).isTrue();
            assertThat(reader.types()).hasSize(3);
        }
    }

    @Test
    void updatesWhatHasChanged() throws IOException {
        ExtentType type = type("1.3");
        String b = file("b", type, List.of(numbers(1L, 2L), numbers(3L)));
        String c = file("c", type, List.of(numbers(4L)));
        Path first = folder.resolve("first");
        write(ExtentIndexer.create("Sample", List.of("x"), 4), first, c, b, c);
        assertThat(rows(first)).containsExactly("b 2 1 2 false", "b 1 3 3 false", "c 1 4 4 false");

        String a = file("a", type("1.1"), List.of(numbers(9L)));
        file("b", type, List.of(numbers(8L)));
        Files.setLastModifiedTime(Path.of(b), FileTime.fromMillis(1));
        Path second = folder.resolve("second");
        assertThat(write(ExtentIndexer.update(first), second, a)).isEqualTo(new ExtentIndexer.Report(2, 1, 0, 3));
        assertThat(rows(second)).containsExactly("a 1 9 9 false", "b 1 8 8 false", "c 1 4 4 false");
        try (DataSeriesReader reader = DataSeriesReader.open(second)) {
            assertThat(reader.type("DSIndex::Extent::MinMax").minorVersion()).isEqualTo(1);
        }

        Files.delete(Path.of(a));
        Path third = folder.resolve("third");
        assertThat(write(ExtentIndexer.update(second), third)).isEqualTo(new ExtentIndexer.Report(0, 2, 1, 2));
        assertThat(rows(third)).containsExactly("b 1 8 8 false", "c 1 4 4 false");
        try (MinMaxIndex index = MinMaxIndex.open(third)) {
            assertThat(index.find(List.of(Selection.of("x", GeneralValue.ofInt(8))), Combination.AND, "min:x"))
                    .hasSize(1);
        }
    }

    @Test
    void refusesWhatCannotBeIndexedTogether() throws IOException {
        String one = file("one", type("1.0"), List.of(numbers(1L)));
        String two = file("two", type("2.0"), List.of(numbers(2L)));
        Path index = folder.resolve("index");
        assertThatThrownBy(() -> write(ExtentIndexer.create("Sample", List.of("x"), 0), index, one, two))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("version 2.0 of 'mimeo.dev' cannot be indexed with version 1.0");
        assertThatThrownBy(() -> write(ExtentIndexer.create("Sample", List.of("y"), 0), index, one))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("has no field 'y' to index");
        assertThatThrownBy(() -> ExtentIndexer.update(Path.of(one)))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("is not an index");
        assertThatThrownBy(() -> ExtentIndexer.create("Sample", List.of("x", "x"), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 100})
    void neverMissesARow(int maxRanges) throws IOException {
        long seed = 21L + maxRanges;
        Random random = new Random(seed);
        ExtentType type = type("1.0");
        List<String> files = new ArrayList<>();
        List<Long> all = new ArrayList<>();
        for (int f = 0; f < 3; f++) {
            List<List<Row>> extents = new ArrayList<>();
            for (int e = 0; e < 10; e++) {
                List<Row> rows = new ArrayList<>();
                int count = random.nextInt(30);
                for (int r = 0; r < count; r++) {
                    boolean none = random.nextInt(4) == 0;
                    long value = random.nextInt(20) * 1000L + random.nextInt(5);
                    rows.add(new Row(none ? null : value, value, none ? null : "v" + value));
                    if (!none) {
                        all.add(value);
                    }
                }
                extents.add(rows);
            }
            files.add(file("f" + f, type, extents));
        }
        Path index = folder.resolve("index");
        write(ExtentIndexer.create("Sample", List.of("x", "d", "s"), maxRanges), index, files.toArray(String[]::new));
        try (MinMaxIndex minMax = MinMaxIndex.open(index)) {
            for (int i = 0; i < 50; i++) {
                long from = random.nextInt(20_000);
                long to = from + random.nextInt(500);
                Selection byNumber = Selection.of("x", GeneralValue.ofLong(from), GeneralValue.ofLong(to));
                Selection byDouble = Selection.of("d", GeneralValue.ofLong(from), GeneralValue.ofLong(to));
                long expected = all.stream().filter(x -> x >= from && x <= to).count();
                for (Combination combination : Combination.values()) {
                    List<MinMaxIndex.Location> found = minMax.find(List.of(byNumber, byDouble), combination, "min:x");
                    assertThat(found).doesNotHaveDuplicates();
                    assertThat(count(minMax.extents(found, 2), from, to))
                            .as("%s, seed %d", combination, seed)
                            .isEqualTo(expected);
                    if (maxRanges == 100) {
                        // All values are known, so no extent comes in vain.
                        for (MinMaxIndex.Location location : found) {
                            assertThat(count(minMax.extents(List.of(location), 1), from, to)
                                            + countDoubles(minMax.extents(List.of(location), 1), from, to))
                                    .as("seed " + seed)
                                    .isPositive();
                        }
                    }
                }
            }
            assertThat(minMax.find(List.of(), Combination.AND, "extent_offset")).hasSize(30);
            assertThat(minMax.find(List.of(), Combination.OR, "extent_offset")).isEmpty();
            Selection text = Selection.of("s", GeneralValue.ofString("v" + all.get(0)));
            assertThat(minMax.find(List.of(text), Combination.AND, "max:s")).isNotEmpty();
            assertThatThrownBy(() -> minMax.find(List.of(), Combination.AND, "min:y"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static long count(ExtentSource source, long from, long to) throws IOException {
        long count = 0;
        try (source) {
            SeriesReader series = SeriesReader.from(source);
            Int64Field x = new Int64Field(series, "x");
            while (series.next()) {
                count += !x.isNull() && x.value() >= from && x.value() <= to ? 1 : 0;
            }
        }
        return count;
    }

    private static long countDoubles(ExtentSource source, long from, long to) throws IOException {
        long count = 0;
        try (source) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (double value : extent.doubles(1)) {
                    count += value >= from && value <= to ? 1 : 0;
                }
            }
        }
        return count;
    }

    @Test
    void rangesLeaveTheWidestGapsOut() throws IOException {
        List<Row> rows = numbers(1L, 2L, 100L, 101L, 104L, 1000L);
        ColumnSummary three =
                ColumnSummary.of(extent(type("1.0"), rows), type("1.0").fields().get(0), 3);
        assertThat(three.ranges()).containsExactly(range(1, 2), range(100, 104), range(1000, 1000));
        ColumnSummary six =
                ColumnSummary.of(extent(type("1.0"), rows), type("1.0").fields().get(0), 6);
        assertThat(six.ranges()).hasSize(6).contains(range(104, 104));
    }

    private static ValueRange range(long min, long max) {
        return new ValueRange(GeneralValue.ofLong(min), GeneralValue.ofLong(max));
    }

    /** An index that somebody made may name files as no file system does. */
    @Test
    void namesThatAreNoPathsAreDamage() throws IOException {
        ExtentType minMax = IndexTypes.minMax("Sample::Rows", List.of(), new IndexedVersion("", 0, 0));
        ExtentBuilder info = new ExtentBuilder(IndexTypes.INFO);
        info.addRow();
        info.setString(0, "Sample::Rows");
        info.setString(1, IndexTypes.OFFSET);
        ExtentType named = ExtentType.parse(minMax.xml().replace("</ExtentType>", """
                  <field type="int64" name="min:extent_offset" />
                  <field type="int64" name="max:extent_offset" />
                </ExtentType>
                """));
        ExtentBuilder row = new ExtentBuilder(named);
        row.addRow();
        row.setString(0, "a\0\nb.ds");
        row.setInt(2, 1);
        ExtentBuilder time = new ExtentBuilder(IndexTypes.MODIFY_TIMES);
        time.addRow();
        time.setString(0, "a\0\nb.ds");
        Path index = TraceFixture.of(IndexTypes.INFO, named, IndexTypes.MODIFY_TIMES)
                .extents(List.of(info.build(), row.build(), time.build()))
                .write(folder.resolve("index.ds"));
        String message = index + ": is damaged: 'a?; b.ds' is not the name of a file";
        try (MinMaxIndex opened = MinMaxIndex.open(index)) {
            assertThatThrownBy(() -> opened.find(List.of(), Combination.AND, IndexTypes.OFFSET))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessage(message);
            assertThatThrownBy(opened::modifyTimes)
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessage(message);
        }
        assertThatThrownBy(() -> SortedIndex.read(index, IndexTypes.OFFSET))
                .isInstanceOf(DataSeriesException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> write(ExtentIndexer.update(index), folder.resolve("updated.ds")))
                .isInstanceOf(DataSeriesException.class)
                .hasMessage(message);
    }

    /** The values and record ids are the output of the original library's test of its sorted index. */
    @Test
    void sortedIndexFindsWhatTheOriginalFinds() throws IOException {
        Path trace = trace();
        Path index = folder.resolve("index");
        write(ExtentIndexer.create("NFS trace: common", List.of("packet-at", "source"), 0), index, trace.toString());
        SortedIndex sorted = SortedIndex.read(index, "packet-at");
        List<Long> times = new ArrayList<>();
        List<Long> expected = new ArrayList<>();
        for (String line : Files.readAllLines(trace.resolveSibling("sortedindex.txt"))) {
            String[] words = line.split(": *", 2);
            if (line.contains(":\t") || line.startsWith("Error")) {
                continue;
            }
            times.add(Long.parseLong(words[0]));
            List<Long> ids = recordIds(
                    sorted,
                    sorted.find(GeneralValue.ofLong(times.get(times.size() - 1))),
                    Set.of(times.get(times.size() - 1)));
            assertThat(ids.stream().map(String::valueOf).toList())
                    .isEqualTo(words[1].isBlank() ? List.of() : List.of(words[1].strip()));
            expected.addAll(ids);
        }
        assertThat(times).hasSize(10);
        List<GeneralValue> values = times.stream().map(GeneralValue::ofLong).toList();
        Set<Long> wanted = new HashSet<>(times);
        assertThat(new TreeSet<>(recordIds(sorted, sorted.findAny(values), wanted)))
                .isEqualTo(new TreeSet<>(expected));
        TreeSet<Long> ordered = new TreeSet<>(times);
        List<MinMaxIndex.Location> between =
                sorted.find(GeneralValue.ofLong(ordered.first()), GeneralValue.ofLong(ordered.last()));
        assertThat(recordIds(sorted, between, wanted)).containsAll(expected);
        assertThat(sorted.find(GeneralValue.ofLong(0))).isEmpty();
        assertThat(sorted.find(GeneralValue.ofLong(Long.MAX_VALUE))).isEmpty();
        assertThatThrownBy(() -> SortedIndex.read(index, "source"))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("nfs.set6.20k.ds: is not sorted by 'source'")
                .hasMessageContaining("174981407 comes before 168495141");
    }

    private static List<Long> recordIds(SortedIndex index, List<MinMaxIndex.Location> locations, Set<Long> times)
            throws IOException {
        List<Long> ids = new ArrayList<>();
        try (ExtentSource source = index.extents(locations, 2)) {
            SeriesReader series = SeriesReader.from(source);
            Int64Field time = new Int64Field(series, "packet-at");
            Int64Field id = new Int64Field(series, "record-id");
            while (series.next()) {
                if (times.contains(time.value())) {
                    ids.add(id.value());
                }
            }
        }
        return ids;
    }

    private static Path trace() {
        return SharedData.path("dataseries/shipped/nfs.set6.20k.ds");
    }
}

package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mimeo.dataseries.transform.SortOrder;
import dev.mimeo.dataseries.transform.Sorting;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files whose extents are intact and whose index, intact by its checksums, does not list them as they are. */
final class WrongIndexTest {

    private static final int EXTENTS = 5;

    private static final String TYPE =
            "<ExtentType name=\"DataSeries: User\"><field type=\"int32\" name=\"x\" /></ExtentType>";

    private static final String OTHER = "<ExtentType name=\"Other\"><field type=\"int32\" name=\"y\" /></ExtentType>";

    /** The orders of extents of two types, of which {@code u} is the one that is read. */
    private static final List<String> ORDERS = List.of("uouou", "ouuoo", "oouuo", "uuooo", "ooouu");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** The index of a good file, to be changed. */
    @FunctionalInterface
    private interface Change {
        void apply(List<DataSeriesReader.IndexEntry> entries);
    }

    private static Map<String, Change> changes() {
        Map<String, Change> changes = new LinkedHashMap<>();
        for (int i = 0; i < EXTENTS + 2; i++) {
            int number = i;
            changes.put("misses " + i, entries -> entries.remove(number));
            changes.put("repeats " + i, entries -> entries.add(number, entries.get(number)));
            changes.put("points into " + i, entries -> {
                DataSeriesReader.IndexEntry entry = entries.get(number);
                entries.set(number, new DataSeriesReader.IndexEntry(entry.offset() + 4, entry.typeName()));
            });
            changes.put(
                    "names another type for " + i,
                    entries -> entries.set(
                            number,
                            new DataSeriesReader.IndexEntry(
                                    entries.get(number).offset(), number % 2 == 0 ? "Other" : "DataSeries: XmlType2")));
        }
        changes.put("is in another order", entries -> entries.add(2, entries.remove(3)));
        changes.put(
                "misses all but itself",
                entries -> entries.subList(0, EXTENTS + 1).clear());
        changes.put(
                "misses the rows", entries -> entries.subList(1, EXTENTS + 1).clear());
        changes.put("repeats the last at the end", entries -> entries.add(entries.get(EXTENTS)));
        changes.put("is empty", List::clear);
        return changes;
    }

    static Stream<String> names() {
        assertThat(changes()).isNotEmpty();
        return changes().keySet().stream();
    }

    private static byte[] good() throws IOException {
        TraceFixture file = TraceFixture.of(TYPE);
        for (int i = 0; i < EXTENTS; i++) {
            file.extent().row(i);
        }
        return file.bytes();
    }

    /** Gives a file another index, with all checksums. */
    private static byte[] withIndex(byte[] file, Change change) throws IOException {
        List<DataSeriesReader.IndexEntry> entries;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "good")) {
            entries = new ArrayList<>(reader.index());
        }
        int start = Math.toIntExact(entries.get(entries.size() - 1).offset());
        change.apply(entries);
        ExtentBuilder rows = new ExtentBuilder(ExtentType.INDEX_TYPE);
        for (DataSeriesReader.IndexEntry entry : entries) {
            rows.addRow();
            rows.setLong(0, entry.offset());
            rows.setString(1, entry.typeName());
        }
        byte[] index;
        try (ExtentPacker packer = new ExtentPacker(WriterOptions.DEFAULT)) {
            index = packer.seal(rows.build()).bytes();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, start);
        out.writeBytes(index);
        out.writeBytes(FileFrame.trailer(index.length, 0, start, false));
        return out.toByteArray();
    }

    private Path file(String name) throws IOException {
        return Files.write(
                folder.resolve("f.ds"),
                withIndex(good(), Objects.requireNonNull(changes().get(name))));
    }

    private static byte[] mixed(String order) throws IOException {
        TraceFixture file = TraceFixture.of(TYPE, OTHER);
        for (int i = 0; i < order.length(); i++) {
            file.extent(order.charAt(i) == 'u' ? "DataSeries: User" : "Other").row(i);
        }
        return file.bytes();
    }

    static List<Arguments> mixedFiles() throws IOException {
        Map<String, Change> changes = changes();
        for (int i = 1; i <= EXTENTS; i++) {
            changes.put("swaps the type of " + i, swap(i));
        }
        List<Arguments> cases = new ArrayList<>();
        for (String order : ORDERS) {
            byte[] right = withIndex(mixed(order), entries -> {});
            for (Map.Entry<String, Change> change : changes.entrySet()) {
                byte[] file = withIndex(mixed(order), change.getValue());
                // To name the type that an extent has anyway is not wrong.
                if (!Arrays.equals(file, right)) {
                    cases.add(Arguments.of(order, change.getKey(), file));
                }
            }
        }
        assertThat(cases).hasSizeGreaterThan(ORDERS.size() * changes().size());
        return cases;
    }

    private static Change swap(int number) {
        return entries -> {
            DataSeriesReader.IndexEntry entry = entries.get(number);
            entries.set(
                    number,
                    new DataSeriesReader.IndexEntry(
                            entry.offset(), entry.typeName().equals("Other") ? "DataSeries: User" : "Other"));
        };
    }

    /** Readers of one type notice what is wrong with the extents of others, too. */
    @ParameterizedTest
    @MethodSource("mixedFiles")
    void readersByTypeNoticeItBetweenOtherTypes(String order, String change, byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("f.ds"), content);
        readings().forEach((reading, run) -> {
            Throwable thrown = catchThrowable(() -> run.run(file));
            assertThat(thrown).as("%s %s %s", order, change, reading).isInstanceOf(DataSeriesException.class);
            assertThat(thrown).as("%s %s %s", order, change, reading).hasMessageStartingWith(file.toString());
        });
    }

    @Test
    void goodFilesOfTwoTypesAreReadByAll() throws IOException {
        for (String order : ORDERS) {
            Path file = Files.write(folder.resolve("f.ds"), withIndex(mixed(order), entries -> {}));
            for (Reading reading : readings().values()) {
                reading.run(file);
            }
        }
    }

    private static int rows(ExtentSource source) throws IOException {
        int rows = 0;
        try (source) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                rows += extent.rows();
            }
        }
        return rows;
    }

    /** Two files are merged at once. */
    private static final Sorting.SpillFiles NO_SPILLS = new Sorting.SpillFiles() {
        @Override
        public Path create() {
            throw new AssertionError();
        }

        @Override
        public void remove(Path file) {
            throw new AssertionError();
        }
    };

    /** Something that reads all rows of a file. */
    @FunctionalInterface
    private interface Reading {
        void run(Path file) throws IOException;
    }

    private static Map<String, Reading> readings() {
        Map<String, Reading> readings = new LinkedHashMap<>();
        for (int threads : new int[] {1, 2}) {
            for (Checksums checksums : Checksums.values()) {
                String how = ", threads " + threads + ", checksums " + checksums;
                readings.put("all" + how, file -> {
                    try (DataSeriesReader reader = DataSeriesReader.open(file, checksums)) {
                        rows(reader.extents("", threads));
                    }
                });
                readings.put("by type" + how, file -> {
                    try (DataSeriesReader reader = DataSeriesReader.open(file, checksums)) {
                        rows(reader.extents("DataSeries: User", threads));
                    }
                });
                readings.put("some columns" + how, file -> {
                    try (DataSeriesReader reader = DataSeriesReader.open(file, checksums)) {
                        rows(reader.extents("DataSeries: User", new int[] {0}, threads));
                    }
                });
                readings.put(
                        "files" + how,
                        file -> rows(DataSeriesFiles.of(List.of(file))
                                .matching("DataSeries: User")
                                .withChecksums(checksums)
                                .open(threads)));
            }
            readings.put(
                    "concatenation" + threads,
                    file -> Concatenation.run(
                            List.of(file),
                            Channels.newChannel(new ByteArrayOutputStream()),
                            WriterOptions.DEFAULT.withThreads(threads),
                            bytes -> {}));
            readings.put("verification" + threads, file -> Verification.of(file, threads, bytes -> {}));
            readings.put("statistics" + threads, file -> FileStatistics.of(file, threads, bytes -> {}));
        }
        readings.put(
                "merging",
                file -> new Sorting(
                                SortOrder.parse("x"),
                                Sorting.Options.forMerging(WriterOptions.DEFAULT, 1000),
                                NO_SPILLS)
                        .merge(
                                List.of(file, file),
                                "DataSeries: User",
                                Channels.newChannel(new ByteArrayOutputStream()),
                                bytes -> {}));
        readings.put("by offset", file -> {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                for (DataSeriesReader.IndexEntry entry : reader.index()) {
                    reader.read(entry.offset());
                }
            }
        });
        readings.put("packed, by offset", file -> {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                for (DataSeriesReader.IndexEntry entry : reader.index()) {
                    reader.unpack(entry.offset(), reader.readPacked(entry.offset()));
                }
            }
        });
        return readings;
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyReaderNoticesIt(String change) throws IOException {
        Path file = file(change);
        readings().forEach((name, reading) -> {
            Throwable thrown = catchThrowable(() -> reading.run(file));
            assertThat(thrown).as(name).isInstanceOf(DataSeriesException.class);
            assertThat(thrown).as(name).hasMessageStartingWith(file.toString());
        });
    }

    @Test
    void aGoodFileIsReadByAll() throws IOException {
        Path file = Files.write(folder.resolve("f.ds"), withIndex(good(), entries -> {}));
        for (Reading reading : readings().values()) {
            reading.run(file);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void recoverySavesAllRowsAndSaysThatTheIndexIsWrong(String change) throws IOException {
        assertRecovered(Files.readAllBytes(file(change)), "index");
    }

    @Test
    void recoverySaysThatThereIsNoIndex() throws IOException {
        byte[] file = good();
        int start;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "good")) {
            start = Math.toIntExact(reader.index().get(EXTENTS + 1).offset());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, start);
        out.writeBytes(FileFrame.trailer(0, 0, start, false));
        assertThatThrownBy(() -> DataSeriesReader.read(out.toByteArray(), "none"))
                .isInstanceOf(DataSeriesException.class);
        assertRecovered(out.toByteArray(), "no index");
    }

    @Test
    void recoveryFindsNothingWrongWithAGoodFile() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataSeriesRecovery.Report report =
                DataSeriesRecovery.recover(RandomInput.of(good()), Channels.newChannel(out), WriterOptions.DEFAULT);
        assertThat(report.faultCount()).isZero();
        assertThat(out.toByteArray()).isEqualTo(good());
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            assertThat(DataSeriesRecovery.recover(
                                    RandomInput.of(SampleFiles.file(order, 1, "lz4")),
                                    Channels.newChannel(new ByteArrayOutputStream()),
                                    WriterOptions.DEFAULT)
                            .faultCount())
                    .isZero();
        }
    }

    private static void assertRecovered(byte[] file, String reason) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataSeriesRecovery.Report report =
                DataSeriesRecovery.recover(RandomInput.of(file), Channels.newChannel(out), WriterOptions.DEFAULT);
        assertThat(report.faultCount()).isEqualTo(1);
        assertThat(report.faults().get(0).reason()).contains(reason).doesNotContain("\n");
        assertThat(report.skippedBytes()).isZero();
        assertThat(report.rows()).isEqualTo(EXTENTS);
        assertThat(out.toByteArray()).isEqualTo(good());
    }
}

package dev.mimeo.dataseries.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.dataseries.series.Int64Field;
import dev.mimeo.dataseries.series.SeriesReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ModulesTest {

    @TempDir
    Path folder;

    private static ExtentType type(String name) throws DataSeriesException {
        return ExtentType.parse("<ExtentType name=\"" + name + "\"><field type=\"int64\" name=\"x\" /></ExtentType>");
    }

    private static Extent extent(ExtentType type, long... values) {
        ExtentBuilder builder = new ExtentBuilder(type);
        for (long value : values) {
            builder.addRow();
            builder.setLong(0, value);
        }
        return builder.build();
    }

    /** Extents of the numbers 0, 1 and 2, 3 to 5, and so on. */
    private static List<Extent> triangle(int extents) throws DataSeriesException {
        ExtentType type = type("T");
        List<Extent> list = new ArrayList<>();
        long next = 0;
        for (int i = 1; i <= extents; i++) {
            long[] values = new long[i];
            for (int j = 0; j < i; j++) {
                values[j] = next++;
            }
            list.add(extent(type, values));
        }
        return list;
    }

    private static List<Extent> all(ExtentSource source) throws IOException {
        List<Extent> extents = new ArrayList<>();
        for (Extent extent = source.next(); extent != null; extent = source.next()) {
            extents.add(extent);
        }
        return extents;
    }

    private static final class Calls extends RowAnalysis {
        private final StringBuilder log = new StringBuilder();
        private final Int64Field x = new Int64Field(series(), "y");

        Calls(ExtentSource source) {
            super(source);
        }

        @Override
        protected void firstExtent(Extent extent) {
            log.append("first ");
            x.setName("x");
        }

        @Override
        protected void newExtent(Extent extent) {
            log.append("extent:").append(extent.rows()).append(' ');
        }

        @Override
        protected void prepare() {
            log.append("prepare ");
        }

        @Override
        protected void processRow() {
            log.append(x.value()).append(' ');
        }

        @Override
        protected void complete() {
            log.append("complete");
        }
    }

    @Test
    void analysesCallTheirHooksInOrder() throws IOException {
        Calls calls = new Calls(ExtentSources.of(triangle(3)));
        Calls even = new Calls(calls);
        even.setFilter((extent, rows) -> {
            int count = 0;
            for (int row = 0; row < extent.rows(); row++) {
                if (extent.longs(0)[row] % 2 == 0) {
                    rows[count++] = row;
                }
            }
            return count;
        });
        ExtentSources.drain(even);
        assertThat(even.next()).isNull();
        assertThat(calls.log.toString()).isEqualTo("first extent:1 prepare 0 extent:2 1 2 extent:3 3 4 5 complete");
        assertThat(even.log.toString()).isEqualTo("first extent:1 prepare 0 extent:2 2 extent:3 4 complete");
        assertThat(calls.processedRows()).isEqualTo(6);
        assertThat(calls.ignoredRows()).isZero();
        assertThat(even.processedRows()).isEqualTo(3);
        assertThat(even.ignoredRows()).isEqualTo(3);

        Calls nothing = new Calls(ExtentSources.of(List.of()));
        ExtentSources.drain(nothing);
        assertThat(nothing.log.toString()).isEqualTo("complete");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 5000, 1 << 20})
    void prefetchKeepsTheOrder(long maxBytes) throws IOException {
        List<Extent> extents = triangle(50);
        try (Prefetch prefetch = new Prefetch(ExtentSources.of(extents), maxBytes)) {
            assertThat(all(prefetch)).containsExactlyElementsOf(extents);
            assertThat(prefetch.next()).isNull();
        }
    }

    @Test
    void prefetchPassesFailuresOnInTheirPlaceAndClosesItsSource() throws IOException {
        List<Extent> extents = triangle(3);
        List<String> closed = new ArrayList<>();
        ExtentSource failing = new ExtentSource() {
            private int at;

            @Override
            public @Nullable Extent next() throws IOException {
                if (at == extents.size()) {
                    throw new DataSeriesException("source", "is broken");
                }
                return extents.get(at++);
            }

            @Override
            public void close() {
                closed.add("closed");
            }
        };
        try (Prefetch prefetch = new Prefetch(failing)) {
            for (Extent extent : extents) {
                assertThat(prefetch.next()).isSameAs(extent);
            }
            assertThatThrownBy(prefetch::next).isInstanceOf(DataSeriesException.class);
        }
        assertThat(closed).hasSize(1);
    }

    @Test
    void filtersAndTees() throws IOException {
        ExtentType one = type("One");
        List<Extent> extents = List.of(extent(type("Two"), 1), extent(one, 2), extent(one, 3), extent(type("Two"), 4));
        List<Extent> seen = new ArrayList<>();
        ExtentSource source = ExtentSources.tee(
                ExtentSources.filtered(
                        ExtentSources.of(extents), type -> type.name().equals("One")),
                seen::add);
        assertThat(all(source)).containsExactlyElementsOf(extents.subList(1, 3));
        assertThat(seen).containsExactlyElementsOf(extents.subList(1, 3));
    }

    @Test
    void rotatesFilesWithoutLosingExtents() throws Exception {
        ExtentType type = type("T");
        int perWriter = 200;
        List<Path> files = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try (RotatingOutput output = new RotatingOutput(List.of(type), WriterOptions.DEFAULT)) {
            assertThatThrownBy(() -> output.write(extent(type, 1))).isInstanceOf(IllegalStateException.class);
            CountDownLatch started = new CountDownLatch(3);
            files.add(folder.resolve("0"));
            List<Future<Void>> changes = new ArrayList<>();
            changes.add(output.changeFile(files.get(0)));
            List<Future<?>> writers = new ArrayList<>();
            for (int w = 0; w < 3; w++) {
                int first = w * perWriter;
                writers.add(pool.submit(() -> {
                    started.countDown();
                    for (int i = 0; i < perWriter; i++) {
                        output.write(extent(type, first + i));
                    }
                    return null;
                }));
            }
            started.await();
            for (int i = 1; i < 10; i++) {
                files.add(folder.resolve(Integer.toString(i)));
                changes.add(output.changeFile(files.get(i)));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            for (Future<Void> change : changes) {
                change.get();
            }
            assertThatThrownBy(() -> output.changeFile(files.get(3)).get())
                    .hasCauseInstanceOf(FileAlreadyExistsException.class);
            assertThat(output.sizeBytes()).isPositive();
        } finally {
            pool.shutdown();
        }
        List<Long> values = new ArrayList<>();
        try (ExtentSource source = DataSeriesFiles.of(files).matching("T").open(1)) {
            SeriesReader series = SeriesReader.from(source);
            Int64Field x = new Int64Field(series, "x");
            while (series.next()) {
                values.add(x.value());
            }
        }
        assertThat(values).hasSize(3 * perWriter).doesNotHaveDuplicates();
        for (long w = 0; w < 3; w++) {
            long first = w * perWriter;
            assertThat(values.stream()
                            .filter(v -> v >= first && v < first + perWriter)
                            .toList())
                    .isSorted();
        }
    }

    @Test
    void writersDoNotWaitForFilesToOpen() throws Exception {
        ExtentType type = type("T");
        CountDownLatch mayOpen = new CountDownLatch(1);
        List<Path> files = List.of(folder.resolve("0"), folder.resolve("1"));
        RotatingOutput.Opener opener = file -> {
            try {
                mayOpen.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        };
        try (RotatingOutput output = new RotatingOutput(List.of(type), WriterOptions.DEFAULT, 1 << 20, opener)) {
            Future<Void> first = output.changeFile(files.get(0));
            output.write(extent(type, 1));
            output.write(extent(type, 2));
            Future<Void> second = output.changeFile(files.get(1));
            output.write(extent(type, 3));
            assertThat(first.isDone()).isFalse();
            assertThat(output.sizeBytes()).isZero();
            mayOpen.countDown();
            second.get();
            assertThat(first.isDone()).isTrue();
            assertThat(values(files.get(0))).containsExactly(1L, 2L);
        }
        assertThat(values(files.get(1))).containsExactly(3L);
    }

    private static List<Long> values(Path file) throws IOException {
        List<Long> values = new ArrayList<>();
        try (ExtentSource source =
                DataSeriesFiles.of(List.of(file)).matching("T").open(1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                values.add(extent.longs(0)[0]);
            }
        }
        return values;
    }

    @Test
    void memoryOfWaitingExtentsIsBounded() throws Exception {
        ExtentType type = type("T");
        Path file = folder.resolve("f");
        try (RotatingOutput output = new RotatingOutput(List.of(type), WriterOptions.DEFAULT, 1)) {
            Future<Void> opened = output.changeFile(file);
            for (long i = 0; i < 100; i++) {
                output.write(extent(type, i));
            }
            assertThatThrownBy(() -> output.write(extent(type("Other"), 1)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(opened.get()).isNull();
        }
        assertThat(values(file)).hasSize(100).isSorted();
    }

    /** Whatever ends the work on the other thread, nobody waits for it for ever. */
    @Test
    @Timeout(300)
    void errorsOfTheOtherThreadComeBack() throws Exception {
        ExtentType type = type("T");
        Error error = new UnsatisfiedLinkError("no codec");
        RotatingOutput.Opener opener = file -> {
            throw error;
        };
        RotatingOutput output = new RotatingOutput(List.of(type), WriterOptions.DEFAULT, 1 << 20, opener);
        Future<Void> change = output.changeFile(folder.resolve("f"));
        assertThatThrownBy(change::get).hasCause(error);
        assertThat(catchThrowable(output::close)).isNull();

        WritableByteChannel full = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer source) {
                throw error;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        RotatingOutput broken = new RotatingOutput(List.of(type), WriterOptions.DEFAULT, 1 << 20, file -> full);
        Future<Void> opened = broken.changeFile(folder.resolve("f"));
        assertThatThrownBy(opened::get).hasCause(error);
        broken.write(extent(type, 1));
        assertThatThrownBy(broken::close).isInstanceOf(IOException.class).hasMessageContaining("could not be written");
    }

    @Test
    void errorsNameTheFileAndAFailedCreationLeavesNone() throws Exception {
        ExtentType type = type("T");
        Path file = folder.resolve("f");
        RotatingOutput output =
                new RotatingOutput(List.of(type), WriterOptions.DEFAULT, 1 << 20, path -> limited(path, 0));
        Future<Void> change = output.changeFile(file);
        assertThatThrownBy(change::get).hasCauseInstanceOf(IOException.class).hasMessageContaining(file + ": ");
        assertThat(file).doesNotExist();
        output.close();

        long header;
        try (RotatingOutput good = new RotatingOutput(List.of(type), WriterOptions.DEFAULT)) {
            good.changeFile(file).get();
            header = good.sizeBytes();
        }
        assertThat(values(file)).isEmpty();
        Path other = folder.resolve("g");
        RotatingOutput full =
                new RotatingOutput(List.of(type), WriterOptions.DEFAULT, 1 << 20, path -> limited(path, header));
        full.changeFile(other).get();
        full.write(extent(type, 1));
        assertThatThrownBy(full::close)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(other + ": ")
                .hasMessageContaining("no space");
    }

    /** Creates a file that takes a limited number of bytes. */
    private static WritableByteChannel limited(Path file, long bytes) throws IOException {
        FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new WritableByteChannel() {
            @Override
            public int write(ByteBuffer source) throws IOException {
                if (out.position() + source.remaining() > bytes) {
                    throw new IOException("no space");
                }
                return out.write(source);
            }

            @Override
            public boolean isOpen() {
                return out.isOpen();
            }

            @Override
            public void close() throws IOException {
                out.close();
            }
        };
    }

    @Test
    void lostExtentsAreReported() throws Exception {
        ExtentType type = type("T");
        Path file = folder.resolve("f");
        Path missing = folder.resolve("none/f");
        RotatingOutput output = new RotatingOutput(List.of(type), WriterOptions.DEFAULT);
        Future<Void> change = output.changeFile(missing);
        output.write(extent(type, 1));
        assertThatThrownBy(change::get).hasCauseInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(output::close).isInstanceOf(IOException.class).hasMessageContaining("could not be written");
        assertThatThrownBy(() -> output.write(extent(type, 1))).isInstanceOf(IllegalStateException.class);

        output.changeFile(file).get();
        Future<Void> again = output.changeFile(missing);
        output.write(extent(type, 2));
        assertThatThrownBy(again::get).hasCauseInstanceOf(NoSuchFileException.class);
        output.close();
        assertThat(values(file)).containsExactly(2L);
        output.close();
    }
}

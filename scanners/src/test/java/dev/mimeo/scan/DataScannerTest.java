package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.internal.bytes.BulkInputStream;
import dev.mimeo.scan.internal.deflate.DeflateParser;
import dev.mimeo.testing.DeflateTokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataScannerTest {

    @TempDir
    Path directory;

    @Test
    void scansATree() throws IOException {
        byte[] b = StructuredData.generate(1, 10_000);
        byte[] a = StructuredData.generate(2, 10_000);
        Files.write(directory.resolve("b"), b);
        Files.createDirectory(directory.resolve("a"));
        Files.write(directory.resolve("a/x"), a);
        CollectedScan found = CollectedScan.of(CollectedScan.options(4096, 2), directory);
        List<ChunkCharacterization> expected = new ArrayList<>();
        DeflateParser parser = new DeflateParser();
        long offset = 0;
        for (byte[] file : List.of(a, b)) {
            for (int at = 0; at < file.length; at += 4096) {
                int length = Math.min(4096, file.length - at);
                parser.parse(file, at, length);
                expected.add(new ChunkCharacterization.Builder()
                        .bytes(ByteHistogram.ofBytes(file, at, length))
                        .repetitions(parser.histogram())
                        .deflateBytes(parser.deflateBytes())
                        .stretches(found.rows().get(expected.size()).stretches())
                        .build(expected.size(), offset, length));
                offset += length;
            }
        }
        assertThat(found.rows()).isEqualTo(expected);
        DatasetCharacterization dataset = found.dataset();
        assertThat(dataset.bytes()).isEqualTo(a.length + b.length).isEqualTo(dataset.scannedBytes());
        assertThat(dataset.chunks()).isEqualTo(expected.size()).isEqualTo(dataset.population());
        assertThat(dataset.sampled()).isFalse();
        assertThat(dataset.scanners()).isEqualTo("histogram repetition duplicates");
        assertThat(dataset.duplication()).hasSize(2);
        assertThat(found.summary().dataset()).isEqualTo(dataset);
    }

    @Test
    void findsTheSameWhateverTheThreads() throws IOException {
        for (int i = 0; i < 40; i++) {
            Files.write(directory.resolve("file" + i), StructuredData.generate(i % 30, 400_000));
        }
        CollectedScan one = CollectedScan.of(CollectedScan.options(4096, 1), directory);
        for (int threads : new int[] {2, 3, 8}) {
            CollectedScan many = CollectedScan.of(CollectedScan.options(4096, threads), directory);
            assertThat(many.rows()).isEqualTo(one.rows());
            assertThat(many.dataset()).isEqualTo(one.dataset());
        }
        assertThat(one.rows()).anyMatch(chunk -> chunk.duplicateOf() >= 0);
    }

    @Test
    void aSampleKnowsItsPopulation() throws IOException {
        Files.write(directory.resolve("a"), StructuredData.generate(3, 1 << 20));
        long size = Files.size(directory.resolve("a"));
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(4096)
                .withSample(10)
                .withSeed(7)
                .withThreads(2)
                .withScanners(CollectedScan.STATISTICS)
                .withName("label");
        CollectedScan found = CollectedScan.of(options, directory);
        assertThat(found.rows()).hasSize(10);
        assertThat(found.dataset().sampled()).isTrue();
        assertThat(found.dataset().chunks()).isEqualTo(10);
        assertThat(found.dataset().bytes()).isEqualTo(size);
        assertThat(found.dataset().population()).isEqualTo((size + 4095) / 4096);
        assertThat(found.dataset().seed()).isEqualTo(7);
        assertThat(found.dataset().name()).isEqualTo("label");
    }

    @Test
    void aSampledStreamKnowsItsPopulation() throws IOException {
        byte[] data = StructuredData.generate(4, 1 << 20);
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(4096)
                .withSample(10)
                .withSeed(7)
                .withThreads(2)
                .withScanners(CollectedScan.STATISTICS);
        try (ChunkSource source = ChunkSources.open(new ByteArrayInputStream(data), "data", options.source())) {
            CollectedScan found = CollectedScan.of(options, source);
            assertThat(found.dataset().bytes()).isEqualTo(data.length);
            assertThat(found.dataset().population()).isEqualTo((data.length + 4095) / 4096);
            assertThat(found.dataset().sampled()).isTrue();
        }
    }

    @Test
    void measuresCodecs() throws IOException {
        byte[] data = StructuredData.generate(8, 100_000);
        Files.write(directory.resolve("file"), data);
        DataScanner.Options options = DataScanner.Options.defaults()
                .withThreads(1)
                .withScanners(
                        List.of(ScannerSpec.parse("compression,codecs=lz4+zlib:6+bzip2+snappy,times=true,repeats=2")));
        CollectedScan found = CollectedScan.of(options, directory);
        for (ChunkCharacterization chunk : found.rows()) {
            assertThat(chunk.bytes()).isNull();
            assertThat(chunk.costs())
                    .extracting(ChunkCharacterization.CodecCost::codec)
                    .containsExactly("lz4", "zlib:6", "bzip2:9", "snappy");
            int at = Math.toIntExact(chunk.offset());
            int zlibSize = DeflateTokens.deflate(data, at, chunk.size()).length;
            assertThat(chunk.costs().get(1).compressedBytes()).isEqualTo(zlibSize);
            assertThat(chunk.costs())
                    .isNotEmpty()
                    .allMatch(cost -> cost.compressNanos() > 0 && cost.decompressNanos() >= 0);
        }
    }

    @Test
    void equalBytesAreScannedOnceAndRight() throws IOException {
        byte[] data = new byte[3 * 65536 + 1000];
        Arrays.fill(data, 65536, 2 * 65536, (byte) 7);
        Files.write(directory.resolve("file"), data);
        CollectedScan found = CollectedScan.of(CollectedScan.options(32768, 1), directory);
        DeflateParser parser = new DeflateParser();
        for (ChunkCharacterization chunk : found.rows()) {
            int at = Math.toIntExact(chunk.offset());
            parser.parse(data, at, chunk.size());
            assertThat(chunk.repetitions()).isEqualTo(parser.histogram());
            assertThat(chunk.deflateBytes()).isEqualTo(parser.deflateBytes());
            assertThat(chunk.bytes()).isEqualTo(ByteHistogram.ofBytes(data, at, chunk.size()));
        }
        assertThat(found.rows())
                .extracting(ChunkCharacterization::duplicateOf)
                .containsExactly(-1L, 0L, -1L, 2L, 0L, 0L, -1L);
    }

    @Test
    void aSparseFileTakesAFewSegments() throws IOException {
        Path file = directory.resolve("sparse");
        long size = 192L << 20;
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(size);
        }
        Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        DataScanner.Options options = CollectedScan.options(32768, 2);
        try (ChunkSource source = ChunkSources.open(List.of(file), InputStream.nullInputStream(), options.source())) {
            CollectedScan found = CollectedScan.of(options, new Watched(source, arrays));
            assertThat(found.dataset().bytes()).isEqualTo(size);
            RepetitionHistogram first = found.rows().get(0).repetitions();
            assertThat(found.rows())
                    .extracting(ChunkCharacterization::repetitions)
                    .containsOnly(first);
        }
        assertThat(arrays).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void aSampleOfAHugeSparseFileReadsLittle() throws IOException {
        Path file = directory.resolve("huge");
        long size = 100L << 30;
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(size);
        }
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(65536)
                .withSample(50)
                .withSeed(1)
                .withThreads(2)
                .withScanners(CollectedScan.STATISTICS);
        CollectedScan found = CollectedScan.of(options, file);
        assertThat(found.rows()).hasSize(50);
        assertThat(found.dataset().bytes()).isEqualTo(size);
        assertThat(found.dataset().scannedBytes()).isEqualTo(50 * 65536);
        assertThat(found.dataset().population()).isEqualTo(size / 65536);
    }

    @Test
    void saysThatThereIsNoData() throws IOException {
        Files.createFile(directory.resolve("empty"));
        Files.createDirectories(directory.resolve("a/b"));
        assertNoData(
                directory,
                "'" + directory + "' holds no data to scan: name a file or a directory with at least 1 byte");
        Path empty = directory.resolve("empty");
        assertNoData(empty, "'" + empty + "' holds no data to scan: name a file or a directory with at least 1 byte");
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(4096)
                .withSample(5)
                .withThreads(1)
                .withScanners(CollectedScan.STATISTICS);
        try (ChunkSource source = ChunkSources.open(InputStream.nullInputStream(), "object a/17", options.source())) {
            assertThatThrownBy(() -> CollectedScan.of(options, source))
                    .isInstanceOf(MimeoException.class)
                    .hasMessage("object a/17 holds no data to scan: name a file or a directory with at least 1 byte");
        }
        InputStream broken = new BulkInputStream() {
            @Override
            public int read(byte[] destination, int offset, int length) throws IOException {
                throw new IOException("connection reset");
            }
        };
        try (ChunkSource source = ChunkSources.open(broken, "object a/18", options.source())) {
            assertThatThrownBy(() -> CollectedScan.of(options, source))
                    .isInstanceOf(IOException.class)
                    .hasMessage("object a/18: connection reset");
        }
    }

    private static void assertNoData(Path input, String message) {
        assertThatThrownBy(() -> CollectedScan.of(CollectedScan.options(4096, 1), input))
                .isInstanceOf(MimeoException.class)
                .hasMessage(message);
    }

    @Test
    void saysWhatIsWrongWithTheOptions() {
        assertThatThrownBy(() -> scanner("histograms"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "unknown scanner 'histograms'; known: compression, duplicates, histogram, mimic, repetition");
        assertThatThrownBy(() -> scanner("histogram,bits=3"))
                .hasMessage("scanner 'histogram' has no option 'bits'; known: noise, seed");
        assertThatThrownBy(() -> scanner("compression,level=3"))
                .hasMessage("scanner 'compression' has no option 'level'; known: codecs, repeats, times");
        assertThatThrownBy(() -> scanner("compression,codecs=zlib:77")).hasMessageContaining("levels 1 to 9");
        assertThatThrownBy(() -> scanner("compression,times=yes")).hasMessageContaining("true or false");
        assertThatThrownBy(() -> scanner("compression,repeats=0")).hasMessageContaining("1 to 1000");
        assertThatThrownBy(() -> scanner("histogram", "histogram")).hasMessage("scanner 'histogram' is named twice");
        assertThatThrownBy(() -> DataScanner.Options.defaults()
                        .withChunkSize(4096)
                        .withThreads(0)
                        .withScanners(CollectedScan.STATISTICS))
                .hasMessageContaining("threads");
        assertThatThrownBy(() -> DataScanner.Options.defaults()
                        .withChunkSize(4096)
                        .withThreads(1)
                        .withScanners(List.of()))
                .hasMessageStartingWith("no scanner named");
    }

    private static DataScanner scanner(String... specs) {
        List<ScannerSpec> scanners =
                Arrays.stream(specs).map(ScannerSpec::parse).toList();
        return new DataScanner(DataScanner.Options.defaults()
                .withChunkSize(4096)
                .withThreads(1)
                .withScanners(scanners));
    }

    /** Notes the arrays that a source uses. */
    private record Watched(ChunkSource source, Set<byte[]> arrays) implements ChunkSource {
        @Override
        public @Nullable Segment next() throws IOException {
            Segment segment = source.next();
            if (segment != null) {
                arrays.add(segment.data());
            }
            return segment;
        }

        @Override
        public void recycle(Segment segment) {
            source.recycle(segment);
        }

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public long bytes() {
            return source.bytes();
        }

        @Override
        public long population() {
            return source.population();
        }

        @Override
        public boolean sampled() {
            return source.sampled();
        }

        @Override
        public List<ScanSummary.SkippedSource> skipped() {
            return source.skipped();
        }

        @Override
        public long skippedCount(ScanSummary.SkippedSource.Reason reason) {
            return source.skippedCount(reason);
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}

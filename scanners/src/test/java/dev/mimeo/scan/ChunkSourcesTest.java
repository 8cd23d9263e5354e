package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.scan.ScanSummary.SkippedSource.Reason;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChunkSourcesTest {

    private static final int CHUNK = 512;

    @TempDir
    Path directory;

    @Test
    void readsATreeInTheOrderOfNames() throws IOException {
        List<ReadChunk> expected = new ArrayList<>();
        long number = 0;
        for (String name : List.of("B", "a/1", "a/10", "a/2/x", "a.txt", "b")) {
            Path file = directory.resolve(name);
            Files.createDirectories(file.resolveSibling("."));
            byte[] data = StructuredData.generate(number, 3000);
            Files.write(file, data);
            expected.addAll(ReadChunk.expected(number++, file.toString(), data, CHUNK));
        }
        Files.createFile(directory.resolve("a/0-empty"));
        try (ChunkSource source = open(directory)) {
            assertThat(source.bytes())
                    .isEqualTo(
                            expected.stream().mapToLong(c -> c.content().size()).sum());
            assertThat(source.population()).isEqualTo(expected.size());
            assertThat(source.sampled()).isFalse();
            assertThat(ReadChunk.all(source)).isEqualTo(expected);
            assertThat(source.skipped()).isEmpty();
        }
    }

    /** Otherwise it would go on with the next file, without the rest of the one that was open. */
    @Test
    void aClosedSourceIsNotRead() throws IOException {
        for (String name : List.of("a", "b", "c")) {
            Files.write(directory.resolve(name), new byte[4 << 20]);
        }
        ChunkSource source = open(directory);
        assertThat(source.next()).isNotNull();
        source.close();
        source.close();
        assertThatThrownBy(source::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    /** Names of files are bytes; the text that a path shows has lost those that the locale does not know. */
    @Test
    void readsFilesWhoseNamesAreNoText() throws IOException {
        Path folder = child(directory, "d%FF");
        Path inside = child(folder, "a%0Ab%FE");
        Path beside = child(directory, "e%C3%A9");
        assumeTrue(isKnownAs(beside, "e%C3%A9"), "this file system changes names");
        Files.createDirectory(folder);
        Files.write(inside, new byte[] {1, 2, 3});
        Files.write(beside, new byte[] {4, 5});
        try (ChunkSource source = open(directory)) {
            assertThat(ReadChunk.all(source).stream().map(ReadChunk::content))
                    .containsExactly(List.of((byte) 1, (byte) 2, (byte) 3), List.of((byte) 4, (byte) 5));
            assertThat(source.skipped()).isEmpty();
        }
    }

    private static Path child(Path folder, String escaped) {
        return Path.of(URI.create(folder.toUri().toString().replaceFirst("/?$", "/") + escaped));
    }

    private static boolean isKnownAs(Path file, String escaped) throws IOException {
        try {
            Files.write(file, new byte[0]);
        } catch (FileSystemException e) {
            return false;
        }
        try (Stream<Path> files = Files.list(Objects.requireNonNull(file.getParent()))) {
            return files.anyMatch(path -> path.toUri().toString().endsWith("/" + escaped));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 511, 512, 513, (2 << 20) - 1, 2 << 20, (2 << 20) + 1, 5_000_000})
    void cutsAFileWhateverItsSize(int size) throws IOException {
        byte[] data = new byte[size];
        new Random(size).nextBytes(data);
        Path file = Files.write(directory.resolve("file"), data);
        for (int chunkSize : new int[] {4096, 100_000, 4 << 20}) {
            List<ReadChunk> expected = ReadChunk.expected(0, file.toString(), data, chunkSize);
            try (ChunkSource source =
                    ChunkSources.open(List.of(file), noInput(), ChunkSources.SourceOptions.ofChunkSize(chunkSize))) {
                assertThat(ReadChunk.all(source).equals(expected))
                        .as("chunks of %s", chunkSize)
                        .isTrue();
            }
        }
    }

    @Test
    void putsSmallFilesIntoOneSegmentAndNeverCopiesAChunk() throws IOException {
        for (int i = 0; i < 100; i++) {
            Files.write(directory.resolve("file" + (100 + i)), StructuredData.generate(i, 2000));
        }
        try (ChunkSource source = open(directory)) {
            Segment segment = Objects.requireNonNull(source.next());
            assertThat(segment.source(segment.chunks() - 1).number()).isEqualTo(99);
            assertThat(source.next()).isNull();
            int end = 0;
            for (int i = 0; i < segment.chunks(); i++) {
                assertThat(segment.offset(i)).isEqualTo(end);
                end += segment.length(i);
            }
            assertThat(end).isEqualTo(segment.size());
        }
    }

    @Test
    void runsEndWithTheObject() throws IOException {
        Files.write(directory.resolve("a"), new byte[3 * CHUNK]);
        Files.write(directory.resolve("b"), new byte[CHUNK + 1]);
        try (ChunkSource source = open(directory)) {
            Segment segment = Objects.requireNonNull(source.next());
            assertThat(segment.runEnd(0)).isEqualTo(3);
            assertThat(segment.runEnd(2)).isEqualTo(3);
            assertThat(segment.runEnd(3)).isEqualTo(5);
        }
    }

    @Test
    void followsNamedLinksButNoneInsideATree() throws IOException {
        Path target = Files.createDirectory(directory.resolve("target"));
        Files.write(target.resolve("file"), new byte[CHUNK]);
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Files.write(tree.resolve("own"), new byte[CHUNK]);
        Files.createSymbolicLink(tree.resolve("link"), target.resolve("file"));
        Files.createSymbolicLink(tree.resolve("loop"), tree);
        Path named = Files.createSymbolicLink(directory.resolve("named"), target);
        try (ChunkSource source = open(named, tree)) {
            assertThat(ReadChunk.all(source))
                    .extracting(ReadChunk::source)
                    .containsExactly(
                            named.resolve("file").toString(),
                            tree.resolve("own").toString());
            assertThat(source.skippedCount(Reason.LINK)).isEqualTo(2);
            assertThat(source.skipped()).isEmpty();
        }
    }

    /** Files of 0 bytes by their attributes, which have more. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void filesWithoutASizeAreReadIfNamedAndCountedInATree() throws IOException {
        Path named = Path.of("/proc/version");
        byte[] content = Files.readAllBytes(named);
        assertThat(content).isNotEmpty();
        try (ChunkSource source = open(named)) {
            assertThat(source.bytes()).isEqualTo(-1);
            assertThat(ReadChunk.all(source)).isEqualTo(ReadChunk.expected(0, named.toString(), content, CHUNK));
        }
        Path tree = Path.of("/proc/sys/kernel/random");
        long files;
        try (Stream<Path> listed = Files.list(tree)) {
            files = listed.count();
        }
        assertThat(files).isPositive();
        try (ChunkSource source = open(tree)) {
            assertThat(ReadChunk.all(source)).isEmpty();
            assertThat(source.skippedCount(Reason.SPECIAL)).isEqualTo(files);
            assertThat(source.skipped())
                    .contains(new ScanSummary.SkippedSource(
                            tree.resolve("boot_id").toString(),
                            Reason.SPECIAL,
                            "its size is known only when it is read"));
        }
    }

    @Test
    void emptyFilesAreNotLeftOut() throws IOException {
        Files.createFile(directory.resolve("empty"));
        try (ChunkSource source = open(directory)) {
            assertThat(source.bytes()).isZero();
            assertThat(ReadChunk.all(source)).isEmpty();
            assertThat(source.skipped()).isEmpty();
        }
        try (ChunkSource source = open(directory.resolve("empty"))) {
            assertThat(source.bytes()).isZero();
        }
    }

    @Test
    void readsStandardInputBetweenFiles() throws IOException {
        byte[] streamed = StructuredData.generate(1, 9000);
        byte[] data = StructuredData.generate(2, 9000);
        Path file = Files.write(directory.resolve("file"), data);
        List<ReadChunk> expected = new ArrayList<>(ReadChunk.expected(0, file.toString(), data, CHUNK));
        expected.addAll(ReadChunk.expected(1, "standard input", streamed, CHUNK));
        expected.addAll(ReadChunk.expected(2, file.toString(), data, CHUNK));
        InputStream trickle = new FilterInputStream(new ByteArrayInputStream(streamed)) {
            @Override
            public int read(byte[] b, int off, int len) throws IOException {
                return super.read(b, off, Math.min(len, 7));
            }
        };
        try (ChunkSource source = ChunkSources.open(
                List.of(file, Path.of("-"), file), trickle, ChunkSources.SourceOptions.ofChunkSize(CHUNK))) {
            assertThat(source.bytes()).isEqualTo(-1);
            assertThat(source.population()).isEqualTo(-1);
            assertThat(ReadChunk.all(source)).isEqualTo(expected);
        }
    }

    @Test
    @Timeout(300)
    void readsANamedFifoToItsEndAndSkipsOneInATree() throws Exception {
        Path fifo = fifo(directory.resolve("fifo"));
        byte[] data = StructuredData.generate(5, 200_000);
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try (OutputStream out = Files.newOutputStream(fifo)) {
                out.write(data);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (ChunkSource source = open(fifo)) {
            assertThat(ReadChunk.all(source)).isEqualTo(ReadChunk.expected(0, fifo.toString(), data, CHUNK));
        }
        writer.get(5, TimeUnit.MINUTES);
        Files.write(directory.resolve("file"), new byte[CHUNK]);
        try (ChunkSource source = open(directory)) {
            assertThat(ReadChunk.all(source)).hasSize(1);
            assertThat(source.skippedCount(Reason.SPECIAL)).isEqualTo(1);
            assertThat(source.skipped())
                    .containsExactly(
                            new ScanSummary.SkippedSource(fifo.toString(), Reason.SPECIAL, "not a regular file"));
        }
    }

    private static Path fifo(Path path) throws Exception {
        boolean made;
        try {
            Process process = new ProcessBuilder("mkfifo", path.toString()).start();
            made = process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            made = false;
        }
        assumeTrue(made, "mkfifo is not available");
        return path;
    }

    @Test
    void readsOnlyTheSizeThatWasListed() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[3 * (1 << 20)]);
        ObjectReader.Opener growing = entry -> {
            Files.write(entry.path(), new byte[4 << 20]);
            return ObjectReader.opener(noInput()).open(entry);
        };
        try (ChunkSource source =
                ChunkSources.open(List.of(file), ChunkSources.SourceOptions.ofChunkSize(1 << 20), growing)) {
            assertThat(ReadChunk.all(source)).hasSize(3);
        }
    }

    @Test
    void readsABlockDeviceLikeAFile() throws IOException {
        Path device = Path.of("/dev/loop0");
        assumeTrue(Files.isReadable(device), "no loop device to read");
        long bytes;
        try (ChunkSource source = open(device)) {
            bytes = source.bytes();
        } catch (IOException e) {
            assumeTrue(false, "the loop device cannot be opened");
            return;
        }
        assertThat(bytes).isNotNegative();
    }

    @Test
    void saysWhatIsWrongWithTheInputs() {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> open(missing))
                .isInstanceOf(IOException.class)
                .hasMessage(missing + ": no such file or directory");
        assertThatThrownBy(ChunkSourcesTest::open).hasMessage("no input named");
        assertThatThrownBy(() -> open(Path.of("-"), Path.of("-"))).hasMessageContaining("named twice");
        assertThatThrownBy(() -> ChunkSources.SourceOptions.ofChunkSize(511))
                .hasMessage("chunk size must be 512 bytes to 4 MiB, got 511");
        assertThatThrownBy(() -> ChunkSources.SourceOptions.ofChunkSize((4 << 20) + 1))
                .hasMessageContaining("4 MiB");
        assertThatThrownBy(() -> new ChunkSources.SourceOptions(512, -1, 0, false))
                .hasMessageContaining("sample");
    }

    private static ChunkSource open(Path... inputs) throws IOException {
        return ChunkSources.open(List.of(inputs), noInput(), ChunkSources.SourceOptions.ofChunkSize(CHUNK));
    }

    private static InputStream noInput() {
        return InputStream.nullInputStream();
    }
}

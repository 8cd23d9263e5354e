package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import java.io.EOFException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DataSampleTest {

    @TempDir
    Path directory;

    @Test
    void readsATreeDepthFirstByName() throws Exception {
        Files.createDirectories(directory.resolve("t/a"));
        Files.writeString(directory.resolve("t/a/x"), "1");
        Files.writeString(directory.resolve("t/a.txt"), "22");
        Files.writeString(directory.resolve("t/Z"), "333");
        Files.writeString(directory.resolve("t/empty"), "");
        Files.createSymbolicLink(directory.resolve("t/link"), directory.resolve("t/a/x"));
        try (DataSample sample = DataSample.open(directory.resolve("t"))) {
            assertThat(sample.label()).isEqualTo("t");
            assertThat(sample.files()).isEqualTo(3);
            assertThat(sample.bytes()).isEqualTo(6);
            assertThat(sample.links()).isEqualTo(1);
            assertThat(sample.skipped()).isZero();
            byte[] all = new byte[6];
            sample.read(0, all, 0, 6);
            assertThat(new String(all, StandardCharsets.US_ASCII)).isEqualTo("333122");
        }
    }

    /** Otherwise it would open a file that nobody closes. */
    @Test
    void aClosedSampleIsNotRead() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "abc");
        for (DataSample sample : List.of(DataSample.open(file), DataSample.ofBytes("memory", new byte[3]))) {
            sample.read(0, new byte[3], 0, 3);
            sample.close();
            sample.close();
            assertThatThrownBy(() -> sample.read(0, new byte[3], 0, 3))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    /** Names whose bytes and UTF-16 texts sort differently: a chunk would be compared with one of another file. */
    @Test
    void aTreeComesInTheOrderOfAScan() throws Exception {
        String[] parts = {"ﬁ", "😀", "z", "é", "a.", "A", "-"};
        Random random = new Random(7);
        Path tree = Files.createDirectories(directory.resolve("names"));
        for (int i = 0; i < 200; i++) {
            Path folder = tree;
            for (int depth = random.nextInt(3); depth > 0; depth--) {
                folder = folder.resolve("d" + parts[random.nextInt(parts.length)]);
            }
            String name = parts[random.nextInt(parts.length)] + parts[random.nextInt(parts.length)];
            Files.write(Files.createDirectories(folder).resolve(name), new byte[] {(byte) i, (byte) (i >> 8)});
        }
        try (ChunkSource source = ChunkSources.open(
                        List.of(tree), InputStream.nullInputStream(), ChunkSources.SourceOptions.ofChunkSize(4096));
                DataSample scanned = DataSample.copyOf("scanned", source, directory);
                DataSample compared = DataSample.open(tree)) {
            byte[] expected = new byte[Math.toIntExact(scanned.bytes())];
            byte[] actual = new byte[Math.toIntExact(compared.bytes())];
            scanned.read(0, expected, 0, expected.length);
            compared.read(0, actual, 0, actual.length);
            assertThat(expected.length).isGreaterThan(100);
            assertThat(actual).isEqualTo(expected);
            assertThat(compared.skipped()).isZero();
        }
    }

    @Test
    void readsAnyRangeAcrossFiles() throws Exception {
        byte[] joined = Samples.random(10_000, 3);
        Random random = new Random(4);
        List<Path> files = new ArrayList<>();
        for (int at = 0; at < joined.length; ) {
            int length = Math.min(joined.length - at, random.nextInt(900));
            Path file = directory.resolve("f" + files.size());
            Files.write(file, Arrays.copyOfRange(joined, at, at + length));
            files.add(file);
            at += length;
        }
        try (DataSample sample = DataSample.ofFiles("files", files)) {
            for (int i = 0; i < 200; i++) {
                int offset = random.nextInt(joined.length + 1);
                int length = random.nextInt(joined.length - offset + 1);
                byte[] part = new byte[length + 2];
                sample.read(offset, part, 1, length);
                assertThat(Arrays.copyOfRange(part, 1, length + 1))
                        .as("seed 4, round %d", i)
                        .isEqualTo(Arrays.copyOfRange(joined, offset, offset + length));
                assertThat(part[length + 1]).isZero();
            }
        }
    }

    @Test
    void isReadAgainAfterAnInterrupt() throws Exception {
        Path file = directory.resolve("read");
        byte[] data = Samples.random(1000, 6);
        Files.write(file, data);
        try (DataSample sample = DataSample.open(file)) {
            byte[] read = new byte[data.length];
            sample.read(0, read, 0, 10);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> sample.read(0, read, 0, read.length))
                    .isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            sample.read(0, read, 0, read.length);
            assertThat(read).isEqualTo(data);
        }
    }

    /** Files are read several times, so the figures of a comparison would be of two contents. */
    @Test
    void filesThatWereWrittenOrReplacedAreRefused() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("changing"));
        Path file = Files.write(tree.resolve("f"), new byte[100]);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
        try (DataSample sample = DataSample.open(tree)) {
            sample.requireUnchanged();
            Files.write(file, new byte[1], StandardOpenOption.APPEND);
            sample.requireUnchanged();
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(2_000_000));
        for (DataSample sample :
                List.of(DataSample.open(tree), DataSample.open(file), DataSample.ofFiles("list", List.of(file)))) {
            Files.write(file, new byte[101]);
            assertThatThrownBy(sample::requireUnchanged)
                    .isInstanceOf(MimeoException.class)
                    .hasMessageStartingWith(file + ": was written or replaced while it was read");
            Files.setLastModifiedTime(file, FileTime.fromMillis(2_000_000));
            sample.requireUnchanged();
            sample.close();
        }
        try (DataSample sample = DataSample.open(tree)) {
            Path other = Files.write(tree.resolve("other"), new byte[101]);
            Files.setLastModifiedTime(other, FileTime.fromMillis(2_000_000));
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(sample::requireUnchanged).isInstanceOf(MimeoException.class);
            Files.delete(file);
            sample.requireUnchanged();
        }
    }

    @Test
    void saysWhereAFileEndedTooEarly() throws Exception {
        Path file = directory.resolve("shrinks");
        Files.write(file, new byte[100]);
        try (DataSample sample = DataSample.open(file)) {
            Files.write(file, new byte[40]);
            assertThatThrownBy(() -> sample.read(0, new byte[100], 0, 100))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("shrinks: ends at byte 40, had 100 bytes when opened");
        }
    }

    @Test
    void copiesWhatCannotBeReadAtRandom() throws Exception {
        byte[] data = Samples.random(5_000_000, 5);
        Path tree = Files.createDirectories(directory.resolve("tree"));
        Path temporary = Files.createDirectories(directory.resolve("temporary"));
        Files.write(tree.resolve("a"), Arrays.copyOf(data, 1000));
        Files.write(tree.resolve("b"), Arrays.copyOfRange(data, 1000, data.length));
        ChunkSources.SourceOptions options = ChunkSources.SourceOptions.ofChunkSize(4096);
        try (ChunkSource source = ChunkSources.open(List.of(tree), InputStream.nullInputStream(), options);
                DataSample sample = DataSample.copyOf("tree", source, temporary)) {
            assertThat(sample.bytes()).isEqualTo(data.length);
            assertThat(sample.files()).isEqualTo(2);
            assertThat(sample.grid(4096).length(0)).isEqualTo(1000);
            byte[] all = new byte[data.length];
            sample.read(0, all, 0, all.length);
            assertThat(all).isEqualTo(data);
            assertThat(temporary).isNotEmptyDirectory();
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void namesWhatIsMissing() {
        assertThatThrownBy(() -> DataSample.open(directory.resolve("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none: no such file or directory");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 7, 100})
    void chunksEndWithTheirFile(int chunkSize) {
        long[] ends = {0, 4, 4, 9, 10, 22, 22};
        ChunkGrid grid = new ChunkGrid(ends, chunkSize);
        long expected = 0;
        long start = 0;
        for (long end : ends) {
            for (long at = start; at < end; at += chunkSize) {
                assertThat(grid.offset(expected)).isEqualTo(at);
                assertThat(grid.length(expected)).isEqualTo((int) Math.min(chunkSize, end - at));
                expected++;
            }
            start = end;
        }
        assertThat(grid.count()).isEqualTo(expected);
        for (long bytes = 0; bytes <= 22; bytes++) {
            long within = 0;
            while (within < expected && grid.offset(within) < bytes) {
                within++;
            }
            assertThat(grid.countWithin(bytes)).as("%d bytes", bytes).isEqualTo(within);
        }
        assertThat(new ChunkGrid(new long[0], chunkSize).count()).isZero();
    }
}

package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.scan.ScanSummary.SkippedSource.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unreadable input is reported, counted and left out, or named in an error. */
final class BadInputTest {

    private static final int CHUNK = 4096;

    @TempDir
    Path directory;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.write(directory.resolve("a"), new byte[3 * CHUNK]);
        Files.write(directory.resolve("b"), new byte[3 * CHUNK]);
        Files.write(directory.resolve("c"), new byte[3 * CHUNK]);
    }

    @Test
    void anUnreadableFileIsSkipped() throws IOException {
        Path b = directory.resolve("b");
        try (ChunkSource source = open(directory, 0, false, BadInputTest::deny)) {
            assertThat(ReadChunk.all(source))
                    .hasSize(6)
                    .noneMatch(chunk -> chunk.source().equals(b.toString()));
            assertThat(source.skipped())
                    .containsExactly(
                            new ScanSummary.SkippedSource(b.toString(), Reason.UNREADABLE, "permission denied"));
        }
    }

    @Test
    void anUnreadableFileIsAnErrorWhenStrictOrNamed() throws IOException {
        Path b = directory.resolve("b");
        String message = b + ": permission denied";
        try (ChunkSource source = open(directory, 0, true, BadInputTest::deny)) {
            assertThatThrownBy(() -> ReadChunk.all(source))
                    .isInstanceOf(IOException.class)
                    .hasMessage(message);
        }
        try (ChunkSource source = open(b, 0, false, BadInputTest::deny)) {
            assertThatThrownBy(() -> ReadChunk.all(source))
                    .isInstanceOf(IOException.class)
                    .hasMessage(message);
        }
    }

    @Test
    void aSampleGoesOnAfterAnUnreadableFile() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            try (ChunkSource source = ChunkSources.open(
                    List.of(directory), new ChunkSources.SourceOptions(CHUNK, 6, seed, false), BadInputTest::deny)) {
                List<ReadChunk> chunks = ReadChunk.all(source);
                assertThat(chunks).hasSizeBetween(3, 6).doesNotHaveDuplicates();
                assertThat(source.population()).isEqualTo(9);
            }
        }
    }

    @Test
    void aFileThatVanishesIsSkipped() throws IOException {
        ObjectReader.Opener opener = entry -> {
            Files.deleteIfExists(directory.resolve("b"));
            return ObjectReader.opener(InputStream.nullInputStream()).open(entry);
        };
        try (ChunkSource source = open(directory, 0, false, opener)) {
            assertThat(ReadChunk.all(source)).hasSize(6);
            assertThat(source.skipped())
                    .containsExactly(new ScanSummary.SkippedSource(
                            directory.resolve("b").toString(), Reason.UNREADABLE, "no such file or directory"));
        }
    }

    @Test
    void aFileThatShrinksCountsAsFarAsItGoes() throws IOException {
        try (ChunkSource source = open(directory, 0, false, BadInputTest::shrink)) {
            List<ReadChunk> chunks = ReadChunk.all(source);
            assertThat(chunks).hasSize(3 + 2 + 3);
            assertThat(chunks.get(4).content()).hasSize(100);
            assertThat(source.skippedCount(Reason.SHRUNK)).isEqualTo(1);
            assertThat(source.skippedCount(Reason.UNREADABLE)).isZero();
            assertThat(source.skipped())
                    .containsExactly(new ScanSummary.SkippedSource(
                            directory.resolve("b").toString(),
                            Reason.SHRUNK,
                            "listed with 12288 bytes, ends after 4196"));
        }
    }

    @Test
    void aFileThatShrinksIsAnErrorWhenStrict() throws IOException {
        try (ChunkSource source = open(directory, 0, true, BadInputTest::shrink)) {
            assertThatThrownBy(() -> ReadChunk.all(source))
                    .isInstanceOf(IOException.class)
                    .hasMessage("'" + directory.resolve("b")
                            + "' became smaller while it was read: listed with 12288 bytes, ends after 4196");
        }
    }

    @Test
    void aSampleGoesOnAfterAFileThatShrank() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            makeFiles();
            try (ChunkSource source = open(directory, 8, false, BadInputTest::shrink)) {
                List<ReadChunk> chunks = ReadChunk.all(source);
                assertThat(chunks).hasSizeBetween(6, 8).doesNotHaveDuplicates();
                assertThat(chunks)
                        .filteredOn(chunk -> chunk.source().endsWith("c"))
                        .hasSizeBetween(2, 3);
            }
        }
    }

    @Test
    void aReadErrorEndsTheFileOnly() throws IOException {
        ObjectReader.Opener opener = entry -> {
            ObjectReader reader =
                    ObjectReader.opener(InputStream.nullInputStream()).open(entry);
            return new ObjectReader() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    if (entry.path().endsWith("b")) {
                        throw new IOException("Input/output error");
                    }
                    return reader.read(position, data, offset, length);
                }

                @Override
                public void close() throws IOException {
                    reader.close();
                }
            };
        };
        try (ChunkSource source = open(directory, 0, false, opener)) {
            assertThat(ReadChunk.all(source)).hasSize(6);
            assertThat(source.skipped()).singleElement().satisfies(skipped -> {
                assertThat(skipped.reason()).isEqualTo(Reason.UNREADABLE);
                assertThat(skipped.message()).isEqualTo("Input/output error");
            });
        }
    }

    @Test
    void countsEverySkippedFileButListsTheFirst() throws IOException {
        SkipLog log = SkipLog.lenient();
        for (int i = 0; i < 1500; i++) {
            log.special("fifo" + i, "not a regular file");
        }
        assertThat(log.count(Reason.SPECIAL)).isEqualTo(1500);
        assertThat(log.listed()).hasSize(1000);
    }

    private static ObjectReader deny(InputWalker.Entry entry) throws IOException {
        if (entry.path().endsWith("b")) {
            throw new AccessDeniedException(entry.path().toString());
        }
        return ObjectReader.opener(InputStream.nullInputStream()).open(entry);
    }

    /** Cuts a file between its listing and the first read. */
    private static ObjectReader shrink(InputWalker.Entry entry) throws IOException {
        if (entry.path().endsWith("b")) {
            try (RandomAccessFile file = new RandomAccessFile(entry.path().toFile(), "rw")) {
                file.setLength(CHUNK + 100);
            }
        }
        return ObjectReader.opener(InputStream.nullInputStream()).open(entry);
    }

    private static ChunkSource open(Path input, long sample, boolean strict, ObjectReader.Opener opener)
            throws IOException {
        return ChunkSources.open(List.of(input), new ChunkSources.SourceOptions(CHUNK, sample, 0, strict), opener);
    }
}

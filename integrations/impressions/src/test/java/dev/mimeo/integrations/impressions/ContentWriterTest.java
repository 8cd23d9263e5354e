package dev.mimeo.integrations.impressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.testing.TestProfiles;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ContentWriterTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** Counts what it is asked for. */
    private static final class Counter implements PayloadSource {
        private long position;

        @Override
        public void fill(byte[] destination, int offset, int length) {
            position += length;
        }

        @Override
        public void fill(ByteBuffer destination) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void seek(long offset) {
            position = offset;
        }

        @Override
        public void seekObject(long key) {
            position = 0;
        }
    }

    @BeforeEach
    void needsANullDevice() {
        assumeTrue(Files.isWritable(Path.of("/dev/null")), "this system has no /dev/null");
    }

    /** Nothing counts in ints: a file of 4 GiB and one byte is no file of one byte. */
    @Test
    void aFileMayBeLargerThan4GiB() throws Exception {
        Counter counter = new Counter();
        Set<FilePath> unfinished = new HashSet<>();
        try (Characterization letters = Characterization.open(TestProfiles.write(folder.resolve("c.ds"), 'a', 'b'))) {
            new ContentWriter(characterization -> counter, unfinished)
                    .write(Path.of("/dev/null"), FilePath.of("large"), FilePath.of("large"), (1L << 32) + 1, letters);
        }
        assertThat(counter.position()).isEqualTo((1L << 32) + 1);
        assertThat(unfinished).isEmpty();
    }
}

package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file that several readers read at a time, and what only looks like a file. */
final class SharedFileTest {

    private static final int EXTENTS = 40;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void twoReadersOfManyThreadsSeeTheSameRows() throws IOException {
        Path file = shared("shared.ds");
        try (DataSeriesReader one = DataSeriesReader.open(file);
                DataSeriesReader other = DataSeriesReader.open(file, Checksums.PACKED)) {
            assertThat(one.index()).hasSize(EXTENTS + 2).isEqualTo(other.index());
            IntStream.range(0, 10 * EXTENTS).parallel().forEach(i -> {
                DataSeriesReader reader = i % 3 == 0 ? one : other;
                int number = i % EXTENTS;
                try {
                    long offset = reader.index().get(number + 1).offset();
                    int[] expected = UnfinishedWriter.extent(number).ints(0);
                    assertThat(reader.read(offset).ints(0)).isEqualTo(expected);
                    assertThat(reader.read(offset, new int[] {0}).ints(0)).isEqualTo(expected);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    /** An interruption closes a file channel, whoever else uses it. */
    @Test
    void anInterruptedThreadDoesNotStopTheOthers() throws IOException {
        Path file = shared("interrupted.ds");
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            long offset = reader.index().get(1).offset();
            for (int i = 0; i < 2; i++) {
                Thread.currentThread().interrupt();
                try {
                    assertThatThrownBy(() -> reader.read(offset)).isInstanceOf(ClosedByInterruptException.class);
                } finally {
                    assertThat(Thread.interrupted()).isTrue();
                }
            }
            assertThat(reader.read(offset).ints(0))
                    .isEqualTo(UnfinishedWriter.extent(0).ints(0));

            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> reader.read(offset)).isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            Files.move(shared("other.ds"), file, StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(() -> reader.read(offset))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining("interrupted.ds: was replaced while it was read");
        }
    }

    private Path shared(String name) throws IOException {
        TraceFixture shared = TraceFixture.of(UnfinishedWriter.type());
        for (int number = 0; number < EXTENTS; number++) {
            shared.extents(List.of(UnfinishedWriter.extent(number)));
        }
        return shared.write(folder.resolve(name));
    }

    /** A file in storage that fails when it is asked for its size. */
    @Test
    void aChannelThatCannotBeReadIsClosed() throws IOException {
        SeekableByteChannel channel = new UnreadableChannel();
        assertThatThrownBy(() -> DataSeriesReader.open(channel, "store", Checksums.ALL))
                .isInstanceOf(IOException.class)
                .hasMessage("no answer");
        assertThat(channel.isOpen()).isFalse();
    }

    /** Content in storage that does not answer. */
    private static final class UnreadableChannel implements SeekableByteChannel {
        private boolean open = true;

        @Override
        public long size() throws IOException {
            throw new IOException("no answer");
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }

        @Override
        public int read(ByteBuffer destination) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SeekableByteChannel position(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }
    }

    /** Nobody writes to it, so opening it would wait for ever. */
    @Test
    @Timeout(300)
    void aPipeIsRefusedAtOnce() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assumeThat(makePipe(pipe)).as("mkfifo works").isTrue();
        assertThatThrownBy(() -> DataSeriesReader.open(pipe))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageStartingWith(pipe + ": a pipe or device");
    }

    private static boolean makePipe(Path pipe) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}

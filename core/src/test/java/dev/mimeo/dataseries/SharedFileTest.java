package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
        TraceFixture shared = TraceFixture.of(UnfinishedWriter.type());
        for (int number = 0; number < EXTENTS; number++) {
            shared.extents(List.of(UnfinishedWriter.extent(number)));
        }
        Path file = shared.write(folder.resolve("shared.ds"));
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

    /** Nobody writes to it, so opening it would wait for ever. */
    @Test
    @Timeout(60)
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

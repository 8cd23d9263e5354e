package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputDigestsTest {

    @TempDir
    private Path folder;

    private InputDigests digests(Path file) throws IOException {
        CounterImportOptions options = CounterImportOptions.defaults(folder);
        return new InputDigests(List.of(new CsvSource(file, "RawData", options)), options);
    }

    private static BitSet first() {
        return BitSet.valueOf(new long[] {1});
    }

    /** With the digest of rows that it lacks, a packed file would be taken for complete later. */
    @Test
    void anInputThatGrowsAfterItWasReadHasNoDigest() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "serverID,sampleTime,a\nw,1700000000,1\n");
        InputDigests before = digests(file);
        String whole = digests(file).of(first());
        Files.writeString(file, "w,1700000001,2\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> before.of(first()))
                .isInstanceOf(LoadException.class)
                .hasMessage(file + ": has changed while it was read; pack again");
        assertThat(digests(file).of(first())).isNotEqualTo(whole);
    }

    /** A day that is complete takes no more rows, and those of others are known from the first reading. */
    @Test
    void anInputThatGrowsAfterTheFirstFileIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "serverID,sampleTime,a\nw,1700000000,1\n");
        InputDigests digests = digests(file);
        digests.of(first());
        digests.requireUnchanged(file);
        Files.writeString(file, "w,1700000001,2\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> digests.requireUnchanged(file))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("a.csv: has changed while it was read");
        Files.delete(file);
        assertThatThrownBy(() -> digests.requireUnchanged(file)).isInstanceOf(NoSuchFileException.class);
    }
}

package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prose in small chunks is made as well wherever it begins: other chunks must not lead to another way that is far off. */
@Tag("slow")
final class ShiftedTextTest {

    private static final int CHUNK = 4096;

    @ParameterizedTest
    @CsvSource({"0, normal", "72, normal", "0, free", "72, free"})
    void packsAsTheOriginal(int from, String anonymity) throws IOException {
        byte[] text = Files.readAllBytes(SharedData.path("corpora/text/lcet10.txt"));
        byte[] data = Arrays.copyOfRange(text, from, text.length);
        byte[] file = MemoryScan.file(
                data, CHUNK, 2, "histogram", "repetition", "duplicates", "mimic,anonymity=" + anonymity);
        byte[] made = MemoryScan.generate(file, "mimic", 1, data.length);
        for (String codec : new String[] {"lz4", "zlib:1", "zlib:6", "zstd:1", "zstd:3", "snappy"}) {
            for (int piece : new int[] {CHUNK, data.length}) {
                double original = MemoryScan.packed(codec, data, piece);
                assertThat(MemoryScan.packed(codec, made, piece) / original)
                        .as("%s, %d bytes at a time", codec, piece)
                        .isCloseTo(1, within(0.10));
            }
        }
    }
}

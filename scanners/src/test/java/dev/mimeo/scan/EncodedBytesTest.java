package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Text that encodes random bytes repeats nothing, and neither does what is generated in its place, as codecs with large windows would find it. */
@Tag("thorough")
final class EncodedBytesTest {

    private static final int BYTES = 1_400_000;

    @Test
    void codecsWithLargeWindowsFindNoMoreThanInTheOriginal() throws IOException {
        byte[] bytes = new byte[BYTES];
        new Random(7).nextBytes(bytes);
        byte[] text = new byte[BYTES];
        System.arraycopy(Base64.getMimeEncoder().encode(bytes), 0, text, 0, BYTES);
        byte[] made = MemoryScan.generate(
                MemoryScan.file(text, 32_768, 2, "histogram", "repetition", "duplicates", "mimic"), "auto", 1, BYTES);
        for (String codec : new String[] {"zlib:6", "zstd:3", "zstd:9", "bzip2:9", "xz:6"}) {
            assertThat((double) MemoryScan.packed(codec, made, BYTES) / MemoryScan.packed(codec, text, BYTES))
                    .as(codec)
                    .isCloseTo(1, within(0.05));
        }
    }
}

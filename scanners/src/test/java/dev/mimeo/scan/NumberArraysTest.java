package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.Characterization;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arrays of numbers are as compressible as the original under codecs of any window, and their characterization has models of numbers. */
@Tag("thorough")
final class NumberArraysTest {

    private static final int BYTES = 1_400_000;

    private enum Array {
        MEASUREMENTS(ByteOrder.LITTLE_ENDIAN) {
            @Override
            void fill(ByteBuffer data, Random random) {
                for (double drift = 0;
                        data.remaining() >= Float.BYTES;
                        drift = 0.999 * drift + 0.02 * random.nextGaussian()) {
                    data.putFloat((float) (20 + 5 * Math.sin(data.position() / 1e5) + drift));
                }
            }
        },
        TIMES(ByteOrder.LITTLE_ENDIAN) {
            @Override
            void fill(ByteBuffer data, Random random) {
                for (long time = 1_700_000_000_000_000L; data.remaining() >= Long.BYTES; ) {
                    time -= (long) (800 * Math.log(1 - random.nextDouble()));
                    data.putLong(time);
                }
            }
        },
        /** Nearly all numbers of their range, so that any array of such would have the same ones. */
        KEYS(ByteOrder.LITTLE_ENDIAN) {
            @Override
            void fill(ByteBuffer data, Random random) {
                for (long key = 0; data.remaining() >= Long.BYTES; ) {
                    key += 1 + random.nextInt(3);
                    data.putLong(key);
                }
            }
        },
        OFFSETS(ByteOrder.BIG_ENDIAN) {
            @Override
            void fill(ByteBuffer data, Random random) {
                for (int offset = 0; data.remaining() >= Integer.BYTES; ) {
                    offset += 1 + (int) (20 * Math.exp(0.5 * random.nextGaussian()));
                    data.putInt(offset);
                }
            }
        },
        STEREO(ByteOrder.BIG_ENDIAN) {
            @Override
            void fill(ByteBuffer data, Random random) {
                for (int i = 0; data.remaining() >= 2 * Short.BYTES; i++) {
                    double tone = 9_000 * Math.sin(i / 37.0) * (0.7 + 0.3 * Math.sin(i / 5e4));
                    data.putShort((short) (tone + 200 * random.nextGaussian()));
                    data.putShort((short) (0.5 * tone + 90 * random.nextGaussian()));
                }
            }
        };

        private final ByteOrder order;

        Array(ByteOrder order) {
            this.order = order;
        }

        abstract void fill(ByteBuffer data, Random random);
    }

    @ParameterizedTest
    @EnumSource
    void sizesAreThoseOfTheOriginal(Array array) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(BYTES).order(array.order);
        array.fill(data, new Random(3));
        byte[] file = MemoryScan.file(data.array(), 32_768, 2, "histogram", "repetition", "duplicates", "mimic");
        try (Characterization characterization = Characterization.read(file, "test.ds")) {
            assertThat(Objects.requireNonNull(characterization.mimicModel()).classes())
                    .isNotEmpty()
                    .allSatisfy(content -> assertThat(content.numbers()).isNotNull());
        }
        byte[] made = MemoryScan.generate(file, "auto", 1, BYTES);
        for (String codec : new String[] {"lz4", "snappy", "zlib:1", "zlib:6", "zstd:3", "zstd:9", "xz:6"}) {
            assertThat((double) MemoryScan.packed(codec, made, BYTES) / MemoryScan.packed(codec, data.array(), BYTES))
                    .as(codec)
                    .isCloseTo(1, within(0.05));
        }
    }
}

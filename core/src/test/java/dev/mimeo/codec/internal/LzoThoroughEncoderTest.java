package dev.mimeo.codec.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.testing.CodecContract;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares sizes with the least ones, which trying every match of every length finds, and with those of liblzo2. */
@Tag("thorough")
final class LzoThoroughEncoderTest {
    private static final int STATES = 5;

    @Test
    void takesHardlyMoreBytesThanTheSmallestBlock() {
        long total = 0;
        long least = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            byte[] data = data(new Random(seed));
            int size = size(data);
            int smallest = smallestSize(data);
            assertThat(size).as("seed %s", seed).isBetween(smallest, smallest + 3);
            total += size;
            least += smallest;
        }
        assertThat(total).isLessThan(least + least / 100);
    }

    /** The sizes are those of lzo1x_999_compress_level of liblzo2 2.10 at levels 4 to 9, for the same data. */
    @ParameterizedTest
    @CsvSource({
        "1, 108760, 106528, 104271, 103598, 101873, 101878",
        "3, 54055, 54018, 53882, 53787, 53613, 53545",
        "4, 147272, 146988, 146867, 146866, 146847, 146849"
    })
    void takesHardlyMoreBytesThanLiblzo2(
            int kind, int level4, int level5, int level6, int level7, int level8, int level9) {
        int[] sizes = {level4, level5, level6, level7, level8, level9};
        byte[] data = CodecContract.data(kind, 300_000);
        byte[] block = new byte[2 * data.length];
        for (int level = 4; level <= 9; level++) {
            try (Codec codec = Codecs.open("lzo:" + level)) {
                assertThat(codec.compress(data, 0, data.length, block, 0, block.length) / (double) sizes[level - 4])
                        .as("level %s", level)
                        .isLessThan(1.015);
            }
        }
    }

    /** Few letters, so that matches of all short lengths are everywhere, and sometimes a copy of more bytes. */
    private static byte[] data(Random random) {
        byte[] data = new byte[1 + random.nextInt(200)];
        int letters = 2 + random.nextInt(30);
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) random.nextInt(letters);
            int copy = Math.min(random.nextInt(40), data.length - i);
            if (i > 0 && random.nextInt(8) == 0) {
                int distance = 1 + random.nextInt(i);
                for (int stop = i + copy; i < stop; i++) {
                    data[i] = data[i - distance];
                }
                i--;
            }
        }
        return data;
    }

    private static int size(byte[] data) {
        byte[] block = new byte[2 * data.length + 67];
        return new LzoThoroughEncoder(256, 256)
                .encode(data, 0, data.length, new LzoOutput(data, block, 0, block.length));
    }

    /**
     * Returns the size of the smallest block, by position and state as {@link LzoCodec} defines them. The data is so short that
     * distances are at most 1024 and lengths take at most one byte more.
     */
    private static int smallestSize(byte[] data) {
        int[][] sizes = new int[data.length + 1][STATES];
        for (int[] row : sizes) {
            Arrays.fill(row, Integer.MAX_VALUE / 2);
        }
        // A first run of 1 to 238 literals takes one byte; fewer than four of them leave their number as the state.
        for (int count = 1; count <= data.length; count++) {
            sizes[count][Math.min(count, 4)] = 1 + count;
        }
        for (int at = 1; at < data.length; at++) {
            addRuns(data, sizes, at);
            for (int from = 0; from < at; from++) {
                for (int length = 1;
                        at + length <= data.length && data[from + length - 1] == data[at + length - 1];
                        length++) {
                    for (int state = 0; state < STATES && length >= 2; state++) {
                        if (length > 2 || (state >= 1 && state <= 3)) {
                            int price = length <= 8 ? 2 : length <= 33 ? 3 : 4;
                            reach(sizes[at + length], 0, sizes[at][state] + price);
                        }
                    }
                }
            }
        }
        int end = data.length;
        return Arrays.stream(sizes[end]).min().orElseThrow() + 3;
    }

    private static void addRuns(byte[] data, int[][] sizes, int at) {
        for (int count = 1; at + count <= data.length; count++) {
            int price = count <= 3 ? 0 : count <= 18 ? 1 : 2;
            reach(sizes[at + count], Math.min(count, 4), sizes[at][0] + price + count);
        }
    }

    private static void reach(int[] row, int state, int size) {
        row[state] = Math.min(row[state], size);
    }
}

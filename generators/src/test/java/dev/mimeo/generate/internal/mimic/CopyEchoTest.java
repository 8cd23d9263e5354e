package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CopyEchoTest {

    private static final int LENGTH = 32_768;
    private static final int START = 100;
    private static final int[] COPIES = {0, 3000, 9000, 9010, 20_000, 26_000};

    /** Own bytes are negative, copied ones are not, and tell their place. */
    private static byte[] chunk() {
        byte[] chunk = new byte[START + LENGTH + 50];
        Arrays.fill(chunk, (byte) -1);
        Random random = new Random(1);
        for (int i = 0; i < COPIES.length; i += 2) {
            for (int at = COPIES[i]; at < COPIES[i + 1]; at++) {
                chunk[START + at] = (byte) random.nextInt(128);
            }
        }
        return chunk;
    }

    private static byte[] echoed(int share, long seed) {
        byte[] chunk = chunk();
        CopyEcho.write(chunk, START, LENGTH, COPIES, share, seed);
        return chunk;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30, 128, 200, 255})
    void aShareOfWhatIsNotCopiedRepeatsWhatIs(int share) {
        byte[] before = chunk();
        byte[] chunk = echoed(share, 5);
        int own = 0;
        int repeated = 0;
        for (int at = 0; at < chunk.length; at++) {
            own += before[at] < 0 && at >= START && at < START + LENGTH ? 1 : 0;
            if (before[at] != chunk[at]) {
                assertThat(before[at]).isNegative();
                assertThat(at).isBetween(START, START + LENGTH - 1);
                repeated++;
            }
        }
        assertThat(repeated / (double) own).isCloseTo(share / 256.0, within(0.02));
        assertThat(echoed(share, 5)).isEqualTo(chunk);
        assertThat(echoed(share, 6)).isNotEqualTo(chunk);
    }

    @Test
    void spansAreOfOneCopyEach() {
        byte[] chunk = echoed(20, 7);
        int spans = 0;
        for (int at = START + 9010; at < START + 20_000; at++) {
            if (chunk[at] >= 0 && chunk[at - 1] < 0) {
                int end = at;
                while (chunk[end] >= 0) {
                    end++;
                }
                byte[] span = Arrays.copyOfRange(chunk, at, end);
                assertThat(contains(chunk, START, START + 3000, span)
                                || contains(chunk, START + 20_000, START + 26_000, span)
                                || contains(chunk, START + 9000, START + 9010, span))
                        .isTrue();
                spans++;
                at = end;
            }
        }
        assertThat(spans).isGreaterThan(5);
    }

    private static boolean contains(byte[] chunk, int from, int to, byte[] span) {
        for (int at = from; at + span.length <= to; at++) {
            if (Arrays.equals(chunk, at, at + span.length, span, 0, span.length)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void nothingIsRepeatedWithoutAShareOrACopy() {
        assertThat(echoed(0, 5)).isEqualTo(chunk());
        byte[] chunk = chunk();
        CopyEcho.write(chunk, START, LENGTH, new int[0], 200, 5);
        assertThat(chunk).isEqualTo(chunk());
        CopyEcho.write(chunk, START, 3000, new int[] {0, 3000}, 200, 5);
        assertThat(chunk).isEqualTo(chunk());
    }
}

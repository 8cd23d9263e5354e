package dev.mimeo.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CommonPrefixTest {

    @Test
    void isTheLengthThatTheJdkFinds() {
        Random random = new Random(8);
        for (int round = 0; round < 20_000; round++) {
            // Few different values, so that prefixes are long.
            byte[] bytes = new byte[1 + random.nextInt(60)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(12) == 0 ? random.nextInt() : 1);
            }
            int a = random.nextInt(bytes.length);
            int b = random.nextInt(bytes.length);
            int most = random.nextInt(bytes.length - Math.max(a, b) + 1);
            int mismatch = Arrays.mismatch(bytes, a, a + most, bytes, b, b + most);
            assertThat(CommonPrefix.length(bytes, a, b, most))
                    .as("%s and %s of %s, round %s", a, b, bytes.length, round)
                    .isEqualTo(mismatch < 0 ? most : mismatch);
        }
    }

    @Test
    void readsNothingOutsideOfTheArray() {
        byte[] bytes = new byte[20];
        assertThatThrownBy(() -> CommonPrefix.length(bytes, 0, 10, 11)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> CommonPrefix.length(bytes, -1, 10, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}

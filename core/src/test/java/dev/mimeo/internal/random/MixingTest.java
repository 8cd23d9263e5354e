package dev.mimeo.internal.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class MixingTest {

    /** (1 + sqrt(5)) / 2 to 60 digits. */
    private static final BigDecimal GOLDEN_RATIO = BigDecimal.valueOf(5)
            .sqrt(new MathContext(60))
            .add(BigDecimal.ONE)
            .divide(BigDecimal.valueOf(2), new MathContext(60));

    private static BigInteger dividedByGoldenRatio(int bits) {
        return new BigDecimal(BigInteger.ONE.shiftLeft(bits))
                .divide(GOLDEN_RATIO, 0, RoundingMode.DOWN)
                .toBigIntegerExact();
    }

    @Test
    void multipliersAreNextToTheGoldenRatio() {
        BigInteger below = dividedByGoldenRatio(64);
        assertThat(new BigInteger(Long.toUnsignedString(Mixing.fibonacci64(1)))).isEqualTo(below.setBit(0));
        BigInteger prime = BigInteger.valueOf(Integer.toUnsignedLong(Mixing.fibonacci32(1)));
        assertThat(prime.isProbablePrime(100)).isTrue();
        BigInteger distance = prime.subtract(dividedByGoldenRatio(32)).abs();
        for (int i = 0; i < distance.intValueExact(); i++) {
            BigInteger offset = BigInteger.valueOf(i);
            assertThat(dividedByGoldenRatio(32).add(offset).isProbablePrime(100))
                    .isFalse();
            assertThat(dividedByGoldenRatio(32).subtract(offset).isProbablePrime(100))
                    .isFalse();
        }
    }

    @Test
    void productsAreThoseOfTheKey() {
        for (int key : new int[] {0, 1, 2, -1, 12345, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThat(Mixing.fibonacci32(key)).isEqualTo(key * Mixing.fibonacci32(1));
            assertThat(Mixing.fibonacci64(key)).isEqualTo(key * Mixing.fibonacci64(1));
        }
    }

    @Test
    void mixesThreeIntegersAsLookup2Does() {
        assertThat(Mixing.jenkins96(0, 0, 1972)).isEqualTo(0x97d3d920);
        assertThat(Mixing.jenkins96(1, 2, 3)).isEqualTo(0xb7b48902);
        assertThat(Mixing.jenkins96(0xdeadbeef, 0, 1972)).isEqualTo(0x76daadba);
        assertThat(Mixing.jenkins96(0xdeadbeef, 0xcafebabe, 1972)).isEqualTo(0x97a390fa);
    }

    /** The vectors are those that the authors of FNV publish. */
    @Test
    void hashesAsFnvDoes() {
        assertThat(fnv("")).isEqualTo(0xcbf29ce484222325L);
        assertThat(fnv("a")).isEqualTo(0xaf63dc4c8601ec8cL);
        assertThat(fnv("foobar")).isEqualTo(0x85944171f73967e8L);
        byte[] bytes = "xfoobarx".getBytes(StandardCharsets.UTF_8);
        assertThat(Mixing.fnv1a64(bytes, 1, 6)).isEqualTo(0x85944171f73967e8L);
    }

    private static long fnv(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Mixing.fnv1a64(bytes, 0, bytes.length);
    }
}

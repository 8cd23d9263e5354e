package dev.mimeo.internal.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class SplitMix64Test {

    @Test
    void givesThePublishedNumbersForSeed1234567() {
        long[] expected = {
            Long.parseUnsignedLong("6457827717110365317"),
            Long.parseUnsignedLong("3203168211198807973"),
            Long.parseUnsignedLong("9817491932198370423"),
            Long.parseUnsignedLong("4593380528125082431"),
            Long.parseUnsignedLong("16408922859458223821")
        };
        long random = 1234567;
        SplitMix64 sequence = new SplitMix64(random);
        for (long number : expected) {
            random += SplitMix64.GOLDEN_GAMMA;
            assertThat(SplitMix64.mix64(random)).isEqualTo(number);
            assertThat(sequence.nextLong()).isEqualTo(number);
        }
    }

    @Test
    void numbersBelowABoundAreEquallyFrequent() {
        SplitMix64 random = new SplitMix64(5);
        int[] counts = new int[7];
        for (int i = 0; i < 70_000; i++) {
            counts[(int) random.below(7)]++;
        }
        for (int count : counts) {
            // Five standard deviations.
            assertThat(count).isBetween(10_000 - 463, 10_000 + 463);
        }
        assertThat(random.below(1)).isZero();
        assertThat(random.below(Long.MAX_VALUE)).isNotNegative();
    }

    @Test
    void fillsAnyRangeAndNothingElse() {
        byte[] all = new byte[100];
        SplitMix64.fill(3, all, 0, 100);
        for (int length = 0; length <= 40; length++) {
            byte[] part = new byte[60];
            SplitMix64.fill(3, part, 7, length);
            assertThat(Arrays.copyOfRange(part, 7, 7 + (length & ~7)))
                    .isEqualTo(Arrays.copyOfRange(all, 0, length & ~7));
            assertThat(Arrays.copyOfRange(part, 0, 7)).containsOnly(0);
            assertThat(Arrays.copyOfRange(part, 7 + length, 60)).containsOnly(0);
        }
    }

    @Test
    void seedsOfNeighboursHaveNothingInCommon() {
        for (long seed = 0; seed < 50; seed++) {
            for (long number = 0; number < 50; number++) {
                long bits = SplitMix64.derive(seed, number);
                assertThat(Long.bitCount(bits ^ SplitMix64.derive(seed, number + 1)))
                        .isBetween(8, 56);
                assertThat(Long.bitCount(bits ^ SplitMix64.derive(seed + 1, number)))
                        .isBetween(8, 56);
            }
        }
    }
}

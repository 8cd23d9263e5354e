package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.scan.internal.FastCdc;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class FastCdcTest {

    @Test
    void keepsToItsLimitsAndCoversEverything() {
        for (long seed = 0; seed < 40; seed++) {
            byte[] data = StructuredData.generate(seed, 1 << 20);
            for (int at = 0; at < data.length; ) {
                int length = FastCdc.cut(data, at, data.length - at);
                assertThat(length).as("seed %s", seed).isBetween(1, FastCdc.MAX_SIZE);
                if (at + length < data.length) {
                    assertThat(length).as("seed %s", seed).isGreaterThan(FastCdc.MIN_SIZE);
                }
                at += length;
            }
            assertThat(FastCdc.cut(data, data.length - 1, 1)).isEqualTo(1);
        }
    }

    @Test
    void cutsRandomDataAtAboutTheAverage() {
        byte[] data = new byte[32 << 20];
        new Random(1).nextBytes(data);
        double average = (double) data.length / boundaries(data, 0).size();
        assertThat(average).isBetween(0.9 * FastCdc.AVERAGE_SIZE, 1.35 * FastCdc.AVERAGE_SIZE);
    }

    @Test
    void boundariesMoveWithTheContent() {
        byte[] data = new byte[4 << 20];
        new Random(2).nextBytes(data);
        Set<Integer> original = boundaries(data, 0);
        for (int shift : new int[] {1, 7, 1000, 5000, 100_000}) {
            byte[] shifted = new byte[data.length + shift];
            new Random(shift).nextBytes(shifted);
            System.arraycopy(data, 0, shifted, shift, data.length);
            Set<Integer> moved = boundaries(shifted, -shift);
            moved.retainAll(original);
            assertThat(moved.size()).as("shift %s", shift).isGreaterThan(original.size() * 98 / 100);
        }
    }

    @Test
    void dependsOnTheBytesAlone() {
        byte[] data = new byte[200_000];
        new Random(3).nextBytes(data);
        byte[] padded = new byte[300_000];
        System.arraycopy(data, 0, padded, 50_000, data.length);
        assertThat(FastCdc.cut(padded, 50_000, data.length)).isEqualTo(FastCdc.cut(data, 0, data.length));
        // Fixed once and for all: characterizations of different versions are compared.
        assertThat(new TreeSet<>(boundaries(data, 0)).first()).isEqualTo(FIRST_BOUNDARY);
    }

    private static final int FIRST_BOUNDARY = 10_704;

    @Test
    void cutsRunsOfOneByteIntoFewDifferentBlocks() {
        byte[] data = new byte[1 << 20];
        Set<Integer> lengths = new HashSet<>();
        for (int at = 0; at < data.length; ) {
            int length = FastCdc.cut(data, at, data.length - at);
            lengths.add(length);
            at += length;
        }
        assertThat(lengths).hasSizeLessThanOrEqualTo(2);
    }

    private static Set<Integer> boundaries(byte[] data, int shift) {
        Set<Integer> boundaries = new HashSet<>();
        for (int at = 0; at < data.length; ) {
            at += FastCdc.cut(data, at, data.length - at);
            boundaries.add(at + shift);
        }
        return boundaries;
    }
}

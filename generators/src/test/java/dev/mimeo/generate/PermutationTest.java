package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PermutationTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 15, 16, 17, 64, 65, 1000, 16_384, 16_385})
    void visitsEveryNumberOnce(int size) {
        Permutation permutation = new Permutation(size);
        for (long seed = 0; seed < 5; seed++) {
            BitSet seen = new BitSet();
            for (int place = 0; place < size; place++) {
                seen.set((int) permutation.at(seed, place));
            }
            assertThat(seen.cardinality()).isEqualTo(size);
            assertThat(seen.length()).isEqualTo(size);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 7, 100})
    void putsEveryNumberAnywhere(int size) {
        Permutation permutation = new Permutation(size);
        int[] counts = new int[size * size];
        int rounds = 400;
        for (long seed = 0; seed < rounds * (long) size; seed++) {
            for (int place = 0; place < size; place++) {
                counts[place * size + (int) permutation.at(SplitMix64.mix64(seed), place)]++;
            }
        }
        // The mean is 400, the deviation 20.
        assertThat(Arrays.stream(counts).min().getAsInt()).isGreaterThan(280);
        assertThat(Arrays.stream(counts).max().getAsInt()).isLessThan(520);
    }
}

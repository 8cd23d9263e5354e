package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.ByteHistogram;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MissingBytesTest {

    /** The heap against a search through all values. */
    @Test
    void mostIsTheSmallestOfThoseThatAreMissingMost() {
        MissingBytes missing = new MissingBytes();
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int[] counts = random.ints(256, 0, 1 + random.nextInt(300)).toArray();
            ByteHistogram histogram = ByteHistogram.of(counts);
            double[] others = random.ints(256, 0, 20).asDoubleStream().toArray();
            missing.start(histogram, (int) histogram.total(), others);
            for (int value = 0; value < 256; value++) {
                counts[value] -= (int) others[value];
            }
            for (int i = 0; i < 500; i++) {
                int most = 0;
                for (int value = 1; value < 256; value++) {
                    most = counts[value] > counts[most] ? value : most;
                }
                assertThat(missing.most()).as("seed %d, %d", seed, i).isEqualTo(most);
                assertThat(missing.count(most)).isEqualTo(counts[most]);
                int taken = random.nextInt(3) == 0 ? random.nextInt(256) : most;
                int bytes = 1 + random.nextInt(40);
                missing.take(taken, bytes);
                counts[taken] -= bytes;
            }
        }
    }

    @Test
    void sharesAreRelativeToOneAnother() {
        double[] shares = new double[256];
        shares[7] = 3;
        shares[9] = 1;
        MissingBytes missing = new MissingBytes();
        double[] others = new double[256];
        others[9] = 300;
        missing.start(shares, 1000, others);
        assertThat(missing.most()).isEqualTo(7);
        assertThat(missing.count(7)).isEqualTo(750);
        assertThat(missing.count(9)).isEqualTo(-50);
        assertThat(missing.count(0)).isZero();
    }
}

package dev.mimeo.scan.internal;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.internal.random.LaplaceNoise;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The option {@code noise} of scanners that store counts: Laplace noise on each count above 0. What scanners promise elsewhere
 * stays true: histograms still sum up to the size of the chunk, and equal chunks get equal noise. Who knows the seed and has a
 * candidate for a chunk can repeat it. Immutable and thread-safe.
 *
 * @param epsilon inverse of the mean absolute value of the noise, {@value #LEAST} to {@value #MOST}
 * @param seed decides the noise
 */
public record CountNoise(double epsilon, long seed) {

    static final double LEAST = 0.001;
    static final double MOST = 1000;

    /** Checks the noise. */
    public CountNoise {
        if (!(epsilon >= LEAST && epsilon <= MOST)) {
            throw new IllegalArgumentException("noise must be " + LEAST + " to " + MOST + ", got " + epsilon);
        }
    }

    /**
     * Reads the options {@code noise} and {@code seed}; null where there is no noise.
     *
     * @throws IllegalArgumentException if one is wrong
     */
    static @Nullable CountNoise of(String scanner, Map<String, String> options) {
        String epsilon = options.get("noise");
        String seed = options.getOrDefault("seed", "0");
        try {
            long number = Long.parseLong(seed);
            return epsilon == null ? null : new CountNoise(Double.parseDouble(epsilon), number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("options 'noise' and 'seed' of scanner '" + scanner
                    + "' are numbers, got '" + (epsilon == null ? "" : epsilon + "' and '") + seed + "'");
        }
    }

    /** Returns the mean absolute value of the noise. */
    double scale() {
        return 1 / epsilon;
    }

    /** Returns the histogram with noise, and with the same total. */
    public ByteHistogram blur(ByteHistogram exact) {
        int[] counts = exact.toArray();
        long sum = 0;
        int largest = 0;
        LaplaceNoise noise = noise(exact.hashCode());
        for (int value = 0; value < counts.length; value++) {
            if (counts[value] > counts[largest]) {
                largest = value;
            }
        }
        // The most frequent byte never vanishes.
        for (int value = 0; value < counts.length; value++) {
            if (counts[value] > 0) {
                counts[value] = Math.max(value == largest ? 1 : 0, noise.blur(counts[value]));
                sum += counts[value];
            }
        }
        long left = exact.total();
        for (int value = 0; value < counts.length && sum > 0; value++) {
            counts[value] = (int) (counts[value] * exact.total() / sum);
            left -= counts[value];
        }
        counts[largest] += (int) left;
        return ByteHistogram.of(counts);
    }

    /** Returns the histogram with noise; what repetitions cover no longer is literal, so that the size is the same. */
    public RepetitionHistogram blur(RepetitionHistogram exact) {
        int[] counts = exact.toArray();
        long size = exact.literals() + exact.repeatedBytes();
        long most = size - Math.min(1, exact.literals());
        LaplaceNoise noise = noise(exact.hashCode());
        long covered = 0;
        for (int length = 0; length < counts.length; length++) {
            if (counts[length] > 0) {
                counts[length] = noise.blur(counts[length]);
                covered += (long) counts[length] * length;
            }
        }
        long literals = size;
        for (int length = 0; length < counts.length; length++) {
            if (covered > most) {
                counts[length] = (int) (counts[length] * most / covered);
            }
            literals -= (long) counts[length] * length;
        }
        return RepetitionHistogram.of(counts, literals);
    }

    private LaplaceNoise noise(int content) {
        return new LaplaceNoise(scale(), SplitMix64.derive(seed, content));
    }
}

package dev.mimeo.scan.internal.mimic;

import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.List;

/**
 * Groups chunks of similar content: k-means (Lloyd 1982, with the seeding of Arthur and Vassilvitskii: "k-means++", SODA 2007)
 * on the square roots of byte frequencies, where the distance is that of Hellinger, and on the logarithms of compressed sizes.
 */
final class SampleClasses {

    private static final int ROUNDS = 12;
    private static final int SIZES = 2;

    /** Fewest chunks of a class: a context must occur in as many to be kept, see {@link ContextCounter}. */
    private static final int LEAST_CHUNKS = 3;

    /** Squared distance of centres that may be chance. */
    private static final double SAME = 0.005;

    private static final int DIMENSIONS = 256 + SIZES;

    private SampleClasses() {}

    /** Returns what chunks are compared by. */
    static double[] features(ChunkSample chunk) {
        double[] features = new double[DIMENSIONS];
        for (int value = 0; value < 256; value++) {
            features[value] = StrictMath.sqrt((double) chunk.histogram().count(value) / chunk.length());
        }
        for (int i = 0; i < SIZES; i++) {
            features[256 + i] = 0.5 * StrictMath.log((double) chunk.size(i) / chunk.length());
        }
        return features;
    }

    /**
     * Returns the class of each chunk: numbers from 0 without gaps.
     *
     * @param most most classes
     */
    static int[] of(List<double[]> features, int most) {
        int n = features.size();
        SplitMix64 random = new SplitMix64(n);
        double[][] centres = new double[Math.min(most, n)][];
        double[] nearest = new double[n];
        Arrays.fill(nearest, Double.MAX_VALUE);
        int[] classes = new int[n];
        int found = 0;
        int next = 0;
        while (found < centres.length) {
            centres[found++] = features.get(next).clone();
            double sum = 0;
            for (int i = 0; i < n; i++) {
                nearest[i] = Math.min(nearest[i], distance(features.get(i), centres[found - 1]));
                sum += nearest[i];
            }
            // Chunks that are all but equal need no more classes.
            if (sum < 1e-3 * n) {
                break;
            }
            double place = (random.nextLong() >>> 11) * 0x1p-53 * sum;
            next = n - 1;
            for (int i = 0; i < n; i++) {
                place -= nearest[i];
                if (place < 0) {
                    next = i;
                    break;
                }
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            assign(features, centres, found, classes);
            move(features, centres, classes);
        }
        merge(features, centres, found, classes);
        dissolve(features, centres, found, classes);
        return renumber(classes, found);
    }

    private static void assign(List<double[]> features, double[][] centres, int count, int[] classes) {
        for (int i = 0; i < classes.length; i++) {
            double best = Double.MAX_VALUE;
            for (int k = 0; k < count; k++) {
                double distance = distance(features.get(i), centres[k]);
                if (distance < best) {
                    best = distance;
                    classes[i] = k;
                }
            }
        }
    }

    private static void move(List<double[]> features, double[][] centres, int[] classes) {
        double[][] sums = new double[centres.length][DIMENSIONS];
        int[] counts = new int[centres.length];
        for (int i = 0; i < classes.length; i++) {
            counts[classes[i]]++;
            for (int j = 0; j < DIMENSIONS; j++) {
                sums[classes[i]][j] += features.get(i)[j];
            }
        }
        for (int k = 0; k < centres.length; k++) {
            for (int j = 0; j < DIMENSIONS && counts[k] > 0; j++) {
                centres[k][j] = sums[k][j] / counts[k];
            }
        }
    }

    /** Joins classes that are as good as one: what their chunks have in common would be lost. */
    private static void merge(List<double[]> features, double[][] centres, int count, int[] classes) {
        for (int a = 0; a < count; a++) {
            for (int b = a + 1; b < count; b++) {
                if (distance(centres[a], centres[b]) < SAME) {
                    for (int i = 0; i < classes.length; i++) {
                        classes[i] = classes[i] == b ? a : classes[i];
                    }
                    // Nothing is near what has no chunks.
                    Arrays.fill(centres[b], 1e9);
                    move(features, centres, classes);
                }
            }
        }
    }

    /** Moves the chunks of classes that are too small to tell what they have in common to the nearest of the others. */
    private static void dissolve(List<double[]> features, double[][] centres, int count, int[] classes) {
        int[] sizes = new int[count];
        for (int k : classes) {
            sizes[k]++;
        }
        for (int i = 0; i < classes.length; i++) {
            if (sizes[classes[i]] >= LEAST_CHUNKS) {
                continue;
            }
            double best = Double.MAX_VALUE;
            for (int k = 0; k < count; k++) {
                double distance = distance(features.get(i), centres[k]);
                if (sizes[k] >= LEAST_CHUNKS && distance < best) {
                    best = distance;
                    classes[i] = k;
                }
            }
        }
    }

    private static int[] renumber(int[] classes, int count) {
        int[] numbers = new int[count];
        Arrays.fill(numbers, -1);
        int next = 0;
        for (int i = 0; i < classes.length; i++) {
            if (numbers[classes[i]] < 0) {
                numbers[classes[i]] = next++;
            }
            classes[i] = numbers[classes[i]];
        }
        return classes;
    }

    static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < DIMENSIONS; j++) {
            double difference = a[j] - b[j];
            sum += difference * difference;
        }
        return sum;
    }
}

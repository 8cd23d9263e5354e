package dev.mimeo.scan;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization.KeptRuns;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.internal.random.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses runs of consecutive chunks that together are like all chunks of a data set: one at random of each of as many ranges of equal
 * length, exchanged for others of its range until the sums of what is known of the chunks are in proportion to those of all. Such a sample
 * is stratified and balanced (Deville and Tille: "Efficient balanced sampling: the cube method", Biometrika 91(4), 2004, state the aim;
 * exchanges are enough where many runs are chosen). Takes 32 bytes for each run. Not thread-safe.
 */
final class RunChoice {

    /** Runs of a range that are tried in place of one, at most, and times that each range is visited. */
    private static final int TRIED = 16;

    private static final int PASSES = 4;

    /** Positions in the sums of a run. The bytes are first. */
    private static final int BYTES = 0;

    private static final int DEFLATED = 1;
    private static final int ENTROPY = 2;
    private static final int LITERALS = 3;
    private static final int CONSTANT = 4;
    private static final int COPIED = 5;
    private static final int COPIED_BLOCKS = 6;
    private static final int DUPLICATE = 7;
    private static final int SUMS = 8;

    /** Bytes of the smallest blocks that storage systems deduplicate. */
    private static final int BLOCK_BYTES = 4096;

    private static final int BLOCK = 1 << 12;

    /** By block of runs: the sums of each. */
    private final List<float[]> blocks = new ArrayList<>();

    private long chunks;

    /** Adds the next chunk. */
    void add(ChunkCharacterization chunk) {
        int run = Math.toIntExact(chunks / KeptRuns.CHUNKS);
        if (run == (long) blocks.size() * BLOCK) {
            blocks.add(new float[BLOCK * SUMS]);
        }
        float[] sums = blocks.get(run / BLOCK);
        int at = run % BLOCK * SUMS;
        int size = chunk.size();
        sums[at + BYTES] += size;
        sums[at + DEFLATED] += Math.max(0, chunk.deflateBytes());
        ByteHistogram bytes = chunk.bytes();
        sums[at + ENTROPY] += bytes == null ? 0 : (float) (bytes.entropy() * size);
        RepetitionHistogram repetitions = chunk.repetitions();
        sums[at + LITERALS] += repetitions == null ? 0 : repetitions.literals();
        sums[at + DUPLICATE] += chunk.duplicateOf() < 0 ? 0 : size;
        for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
            sums[at + (stretch.isCopy() ? COPIED : CONSTANT)] += stretch.length();
            if (stretch.isCopy() && stretch.start() % BLOCK_BYTES == 0) {
                sums[at + COPIED_BLOCKS] += stretch.length() / BLOCK_BYTES * BLOCK_BYTES;
            }
        }
        chunks++;
    }

    /** Returns the number of runs, of which the last may have fewer chunks. */
    int runs() {
        return Math.toIntExact(KeptRuns.runsOf(chunks));
    }

    /**
     * Chooses runs.
     *
     * @param count at least 1, at most {@link #runs}
     * @param seed decides where chance does
     * @return their numbers, ascending
     */
    int[] choose(int count, long seed) {
        KeptRuns ranges = new KeptRuns(count, runs());
        double[] means = means();
        double[] weights = weights(means);
        SplitMix64 random = new SplitMix64(seed);
        int[] chosen = new int[count];
        double[] excess = new double[SUMS];
        for (int i = 0; i < count; i++) {
            chosen[i] = anyOf(i, ranges, random);
            add(chosen[i], 1, means, excess);
        }
        for (int pass = 0; pass < PASSES; pass++) {
            for (int i = 0; i < count; i++) {
                exchange(i, ranges, chosen, means, weights, excess, random);
            }
        }
        return chosen;
    }

    /** Exchanges the run of a range for the one of some that brings the sums nearest to what they should be. */
    private void exchange(
            int i,
            KeptRuns ranges,
            int[] chosen,
            double[] means,
            double[] weights,
            double[] excess,
            SplitMix64 random) {
        add(chosen[i], -1, means, excess);
        int best = chosen[i];
        double least = distance(best, means, weights, excess);
        int start = (int) ranges.start(i);
        int length = (int) ranges.length(i);
        for (int tried = 0; tried < Math.min(TRIED, length); tried++) {
            int run = length <= TRIED ? start + tried : anyOf(i, ranges, random);
            double distance = distance(run, means, weights, excess);
            if (distance < least) {
                least = distance;
                best = run;
            }
        }
        chosen[i] = best;
        add(best, 1, means, excess);
    }

    private static int anyOf(int range, KeptRuns ranges, SplitMix64 random) {
        return (int) (ranges.start(range) + random.below(ranges.length(range)));
    }

    private float sum(int run, int sum) {
        return blocks.get(run / BLOCK)[run % BLOCK * SUMS + sum];
    }

    /** Returns the bytes of a run, and all other sums for each byte, on average. */
    private double[] means() {
        double[] means = new double[SUMS];
        for (int run = 0; run < runs(); run++) {
            for (int sum = 0; sum < SUMS; sum++) {
                means[sum] += sum(run, sum);
            }
        }
        for (int sum = BYTES + 1; sum < SUMS; sum++) {
            means[sum] /= means[BYTES];
        }
        means[BYTES] /= runs();
        return means;
    }

    /** Returns by how much a run has more of a sum than it should have by the mean. */
    private double excess(int run, int sum, double[] means) {
        return sum(run, sum) - means[sum] * (sum == BYTES ? 1 : sum(run, BYTES));
    }

    private void add(int run, int sign, double[] means, double[] excess) {
        for (int sum = 0; sum < SUMS; sum++) {
            excess[sum] += sign * excess(run, sum, means);
        }
    }

    /** Returns the inverse of the variance of each sum, 0 for one that does not vary. */
    private double[] weights(double[] means) {
        double[] weights = new double[SUMS];
        for (int run = 0; run < runs(); run++) {
            for (int sum = 0; sum < SUMS; sum++) {
                weights[sum] += Math.pow(excess(run, sum, means), 2);
            }
        }
        for (int sum = 0; sum < SUMS; sum++) {
            weights[sum] = weights[sum] == 0 ? 0 : 1 / weights[sum];
        }
        return weights;
    }

    /** Returns how far the sums are from what they should be, with one more run. */
    private double distance(int run, double[] means, double[] weights, double[] excess) {
        double distance = 0;
        for (int sum = 0; sum < SUMS; sum++) {
            distance += weights[sum] * Math.pow(excess[sum] + excess(run, sum, means), 2);
        }
        return distance;
    }
}

package dev.mimeo.characterization;

import java.util.List;

/**
 * The dedup ratio of a whole data set of which a random sample of chunks was scanned.
 *
 * <p>A content that occurs once in a sample may occur often outside of it, so a sample tells little of duplicates. The estimate is
 * the first-order jackknife (Haas, Naughton, Seshadri, Stokes: "Sampling-based estimation of the number of distinct values of an
 * attribute", VLDB 1995) of the contents that occur less than {@value #OFTEN} times in the sample, and the number of the others,
 * which are hardly met by none of their blocks. It is right where contents occur about equally often, or a few very often, and
 * too high where popularity falls off slowly; no estimator is good for all data (Charikar, Chaudhuri, Motwani, Narasayya: "Towards
 * estimation error guarantees for distinct values", PODS 2000: none can promise less than about the square root of 1/share). The
 * bounds are sure but for chance: each content seen once is alone, or each is one of a group of which no other was met.
 *
 * @param ratio bytes over distinct bytes, estimated
 * @param low the least ratio that the sample allows
 * @param high the largest one
 */
public record DuplicationEstimate(double ratio, double low, double high) {

    /** Fewest occurrences in the sample of a content that is not treated as rare; a power of two. */
    private static final int OFTEN = 8;

    /** About how often contents occur that the profile says occur 1, 2 to 3 and 4 to 7 times. */
    private static final double[] TIMES = {1, 2.25, 5};

    /**
     * Estimates; for a data set that was scanned as a whole, all three are the ratio itself.
     *
     * @return the estimate, or one of NaN if the characterization does not say how often contents occur
     */
    public static DuplicationEstimate of(DuplicationCharacterization cut, DatasetCharacterization dataset) {
        if (!dataset.sampled() || dataset.scannedBytes() == 0) {
            return new DuplicationEstimate(cut.dedupRatio(), cut.dedupRatio(), cut.dedupRatio());
        }
        List<Long> occurrences = cut.profile().occurrences();
        if (occurrences.isEmpty()) {
            return new DuplicationEstimate(Double.NaN, Double.NaN, Double.NaN);
        }
        double scale = Math.max(1, (double) dataset.bytes() / dataset.scannedBytes());
        double once = Math.min(occurrences.get(0), cut.distinctBlocks());
        double repeated = cut.distinctBlocks() - once;
        double blocks = cut.blocks() * scale;
        double least = once + repeated;
        double most = scale * once + repeated;
        double distinct = Math.max(least, Math.min(most, distinct(cut, once, 1 / scale)));
        return new DuplicationEstimate(blocks / distinct, blocks / most, blocks / least);
    }

    /** Returns the number of contents of the whole data set, of which a share of the blocks was looked at. */
    private static double distinct(DuplicationCharacterization cut, double once, double share) {
        List<Long> occurrences = cut.profile().occurrences();
        double rare = 0;
        double rareBlocks = 0;
        for (int power = 0; power < Math.min(TIMES.length, occurrences.size()); power++) {
            rare += occurrences.get(power);
            rareBlocks += TIMES[power] * occurrences.get(power);
        }
        rare = Math.min(rare, (double) cut.distinctBlocks());
        double often = cut.distinctBlocks() - rare;
        rareBlocks = often == 0 ? cut.blocks() : Math.min(rareBlocks, cut.blocks() - OFTEN * often);
        // Rare contents have at least one block each, so that the divisor is at least the share.
        return rare == 0 ? often : rare / (1 - (1 - share) * once / Math.max(rare, rareBlocks)) + often;
    }
}

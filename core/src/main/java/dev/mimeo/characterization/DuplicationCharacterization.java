package dev.mimeo.characterization;

import java.util.List;

/**
 * Exact duplication within a data set, cut one way.
 *
 * @param boundaries chunk boundaries of the data: {@code fixed:32768} or {@code fastcdc:8192}, with the (average) size in bytes
 * @param blocks blocks seen
 * @param bytes bytes seen
 * @param distinctBlocks blocks with different content, estimated where {@code samplingRate} is below 1
 * @param distinctBytes bytes of the distinct blocks, estimated likewise
 * @param samplingRate share of all fingerprints that was kept, 1 when the figures are exact
 * @param profile distributions of the duplicates
 */
public record DuplicationCharacterization(
        String boundaries,
        long blocks,
        long bytes,
        long distinctBlocks,
        long distinctBytes,
        double samplingRate,
        Profile profile) {

    /** Makes one that does not say how the duplicates are spread. */
    public DuplicationCharacterization(
            String boundaries, long blocks, long bytes, long distinctBlocks, long distinctBytes, double samplingRate) {
        this(boundaries, blocks, bytes, distinctBlocks, distinctBytes, samplingRate, Profile.NONE);
    }

    /** Returns bytes seen over distinct bytes, at least 1; 1 for no data. */
    public double dedupRatio() {
        return distinctBytes <= 0 ? 1 : Math.max(1, (double) bytes / distinctBytes);
    }

    /**
     * Distributions of the duplicates of a data set, in powers of two: entry i counts values from 2^i to below 2^(i+1).
     * Trailing zeros are left out. Immutable and thread-safe.
     *
     * @param occurrences number of contents, by how often they occur
     * @param runs number of runs of consecutive duplicate blocks, by the length of the run in blocks
     * @param distances number of duplicate blocks, by the bytes from the start of the last block of the same content to their own
     * @param popularity number of occurrences of the content of rank 2^i, the most frequent having rank 1; 0 where it is not known
     */
    public record Profile(List<Long> occurrences, List<Long> runs, List<Long> distances, List<Long> popularity) {

        /** Nothing known. */
        public static final Profile NONE = new Profile(List.of(), List.of(), List.of(), List.of());

        /** Copies the lists and checks the ranges. */
        public Profile {
            occurrences = checked(occurrences);
            runs = checked(runs);
            distances = checked(distances);
            popularity = checked(popularity);
        }

        private static List<Long> checked(List<Long> counts) {
            if (counts.size() > Long.SIZE || counts.stream().anyMatch(count -> count < 0)) {
                throw new IllegalArgumentException(
                        "counts by powers of two are at most 64 and not negative, got " + counts);
            }
            return List.copyOf(counts);
        }
    }

    /**
     * The dedup ratio of a whole data set of which a random sample of chunks was scanned.
     *
     * <p>A content that occurs once in a sample may occur often outside of it, so a sample tells little of duplicates. The estimate is
     * the first-order jackknife (Haas, Naughton, Seshadri, Stokes: "Sampling-based estimation of the number of distinct values of an
     * attribute", VLDB 1995) of the contents that occur less than {@value #OFTEN} times in the sample, and the number of the others,
     * which are hardly met by none of their blocks. It is right where contents occur about equally often, or a few very often, and
     * too high where popularity falls off slowly; no estimator is good for all data (Charikar, Chaudhuri, Motwani, Narasayya: "Towards
     * estimation error guarantees for distinct values", PODS 2000: none can promise less than about the square root of 1/share). The
     * bounds are sure except for chance: each content seen once is alone, or each is one of a group of which no other was met.
     *
     * @param ratio bytes over distinct bytes, estimated
     * @param low the least ratio that the sample allows
     * @param high the largest one
     */
    public record Estimate(double ratio, double low, double high) {

        /** Fewest occurrences in the sample of a content that is not treated as rare; a power of two. */
        private static final int OFTEN = 8;

        /** About how often contents occur that the profile says occur 1, 2 to 3 and 4 to 7 times. */
        private static final double[] TIMES = {1, 2.25, 5};

        /**
         * Estimates; for a data set that was scanned as a whole, all three are the ratio itself.
         *
         * @return the estimate, or one of NaN if the characterization does not say how often contents occur
         */
        public static Estimate of(DuplicationCharacterization cut, DatasetCharacterization dataset) {
            if (dataset.scannedWhole() || dataset.scannedBytes() == 0) {
                return new Estimate(cut.dedupRatio(), cut.dedupRatio(), cut.dedupRatio());
            }
            List<Long> occurrences = cut.profile().occurrences();
            if (occurrences.isEmpty()) {
                return new Estimate(Double.NaN, Double.NaN, Double.NaN);
            }
            double scale = Math.max(1, (double) dataset.bytes() / dataset.scannedBytes());
            double once = Math.min(occurrences.get(0), cut.distinctBlocks());
            double repeated = cut.distinctBlocks() - once;
            double blocks = cut.blocks() * scale;
            double least = once + repeated;
            double most = scale * once + repeated;
            double distinct = Math.max(least, Math.min(most, distinct(cut, once, 1 / scale)));
            return new Estimate(blocks / distinct, blocks / most, blocks / least);
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
}

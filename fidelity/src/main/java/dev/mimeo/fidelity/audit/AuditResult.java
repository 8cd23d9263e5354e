package dev.mimeo.fidelity.audit;

import dev.mimeo.internal.statistics.GramIndex;
import dev.mimeo.internal.statistics.RunStartCounter;
import dev.mimeo.internal.text.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Findings of an audit. Immutable and thread-safe.
 *
 * @param originalBytes size of the original
 * @param fileBytes size of the characterization
 * @param rate share of the sequences of 8 bytes of the original that was looked for; 1 if all were
 * @param output common runs of the original and the synthetic data
 * @param stored common runs of the original and the strings in the characterization
 * @param starts positions of the synthetic data at which runs of the original begin
 * @param canaries secrets looked for
 * @param canariesNotInOriginal lines of those that do not occur in the original, so that nothing follows if they are not found elsewhere
 * @param canariesInOutput lines of those found in the synthetic data, from 1, in ascending order
 * @param canariesInFile the same of those found in the characterization
 * @param unexplainedInOutput lines of those found in the synthetic data that are too long and too rare to be there by chance
 * @param unexplainedInFile the same of those found in the characterization
 * @param types unpacked bytes in the characterization by type of row
 * @param strings strings of the original that the characterization tells of
 * @param copiedBytes bytes of the original that the file says are equal to earlier ones
 * @param constantBytes bytes of the original in constant runs whose position and value the file has
 */
public record AuditResult(
        long originalBytes,
        long fileBytes,
        double rate,
        CommonRuns output,
        CommonRuns stored,
        RunStarts starts,
        int canaries,
        List<Integer> canariesNotInOriginal,
        List<Integer> canariesInOutput,
        List<Integer> canariesInFile,
        List<Integer> unexplainedInOutput,
        List<Integer> unexplainedInFile,
        Map<String, Long> types,
        StoredStrings strings,
        long copiedBytes,
        long constantBytes) {

    /**
     * Runs of the original that a search found in other bytes.
     *
     * @param bytes searched
     * @param lengths one entry per least length
     * @param longest the longest common run with at least four different byte values, bytes; 0 if there is none
     * @param longestByChance expected number of runs as probable as that one by chance
     * @param unexplained common runs that not even a writer explains who knows which bytes follow which few
     * @param longestUnexplained length of the longest of them, bytes
     * @param unexplainedOffset offset of that one in the bytes searched, or -1
     * @param originalOffset offset in the original, or -1
     */
    public record CommonRuns(
            long bytes,
            List<Length> lengths,
            int longest,
            double longestByChance,
            long unexplained,
            int longestUnexplained,
            long unexplainedOffset,
            long originalOffset) {

        /**
         * Common runs from a length on. Estimated where the index of the original is a sample.
         *
         * @param atLeast bytes
         * @param runs number
         * @param coveredBytes bytes in them
         */
        public record Length(int atLeast, double runs, double coveredBytes) {}

        /** Copies the list. */
        public CommonRuns {
            lengths = List.copyOf(lengths);
        }
    }

    /**
     * The strings of the original that a characterization tells of: a context and what follows it.
     *
     * @param count number of different ones
     * @param longest bytes of the longest, 0 if there is none
     * @param rarest number of occurrences of the rarest of them in the original, 0 if there is none, or if it is not there, as where byte
     *     values stand for others
     */
    public record StoredStrings(int count, int longest, int rarest) {}

    /**
     * Positions at which a run of at least {@value #LENGTH} bytes of the original begins. Runs whose period is 4 bytes or less do not
     * count. Both shares are estimated where the original has more than two million different runs.
     *
     * @param share share of the positions of the synthetic data, 0 to 1
     * @param chance the same of a text of the chain of order 2 of the original, as long as the synthetic data or 16 MiB
     */
    public record RunStarts(double share, double chance) {

        /** Least length of a run, bytes. */
        public static final int LENGTH = RunStartCounter.LENGTH;

        /** Difference of the shares that is allowed. */
        public static final double ALLOWANCE = 1e-5;

        /** Returns whether the synthetic data repeats no more of the original than chance explains. */
        public boolean withinChance() {
            return share <= chance + ALLOWANCE;
        }
    }

    /** Copies the lists and the map. */
    public AuditResult {
        canariesNotInOriginal = List.copyOf(canariesNotInOriginal);
        canariesInOutput = List.copyOf(canariesInOutput);
        canariesInFile = List.copyOf(canariesInFile);
        unexplainedInOutput = List.copyOf(unexplainedInOutput);
        unexplainedInFile = List.copyOf(unexplainedInFile);
        types = Map.copyOf(types);
    }

    /** Returns the probability that a common run of a length was overlooked. */
    public double missProbability(int length) {
        return length < GramIndex.GRAM ? 1 : Math.pow(1 - rate, length - GramIndex.GRAM + 1);
    }

    /** Returns how many of the secrets found are so short or so common that chance explains them, in both places together. */
    public int chanceCanaries() {
        return canariesInOutput.size() - unexplainedInOutput.size() + canariesInFile.size() - unexplainedInFile.size();
    }

    /** Returns whether no more of the original was found than chance explains and the bound allows. */
    public boolean passed() {
        return reasons().isEmpty();
    }

    /** Returns why the verdict is bad, a sentence each; empty where it is good. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (!starts.withinChance()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "runs of %d bytes and more of the original begin at %.4f %% of the positions of the synthetic data, more than the"
                            + " %.4f %% by chance",
                    RunStarts.LENGTH,
                    100 * starts.share(),
                    100 * starts.chance()));
        }
        describe(output, "the synthetic data", reasons);
        describe(stored, "the characterization file", reasons);
        if (!unexplainedInOutput.isEmpty() || !unexplainedInFile.isEmpty()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "of %s to look for, %,d found in the synthetic data and %,d in the file, of which chance explains %,d",
                    Counts.of(canaries, "secret"),
                    canariesInOutput.size(),
                    canariesInFile.size(),
                    chanceCanaries()));
        }
        return List.copyOf(reasons);
    }

    private static void describe(CommonRuns runs, String where, List<String> reasons) {
        if (runs.unexplained() > 0) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%s has %s of the original that chance does not explain, the longest of %,d bytes (at %,d,"
                            + " byte %,d of the original)",
                    where,
                    Counts.of(runs.unexplained(), "run"),
                    runs.longestUnexplained(),
                    runs.unexplainedOffset(),
                    runs.originalOffset()));
        }
    }
}

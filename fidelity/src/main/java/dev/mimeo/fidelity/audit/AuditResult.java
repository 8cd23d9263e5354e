package dev.mimeo.fidelity.audit;

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
 * @param values frequent values of the original that stand whole in the synthetic data
 * @param canaries secrets looked for
 * @param canariesInOutput those found in the synthetic data
 * @param canariesInFile those found in the characterization
 * @param chanceCanaries number of those found that are so short or so common that chance explains them
 * @param types unpacked bytes in the characterization by type of row
 * @param strings strings of the original that the characterization tells of
 * @param copiedBytes bytes of the original that the file says are equal to earlier ones
 * @param constantBytes bytes of the original in constant stretches whose place and value the file tells
 */
public record AuditResult(
        long originalBytes,
        long fileBytes,
        double rate,
        CommonRuns output,
        CommonRuns stored,
        RepeatedValues values,
        int canaries,
        int canariesInOutput,
        int canariesInFile,
        int chanceCanaries,
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
     * @param repeated common runs of at least {@value #LEAST} bytes that the form of the original does not explain; estimated where the
     *     index of the original is a sample
     * @param repeatedBytes bytes in them; estimated likewise
     * @param longestRepeated length of the longest of them, bytes
     * @param examples some of them that are not equal, the least likely first
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
            double repeated,
            double repeatedBytes,
            int longestRepeated,
            List<Example> examples,
            long unexplained,
            int longestUnexplained,
            long unexplainedOffset,
            long originalOffset) {

        /** Least length, bytes, of a run that counts as repeated: shorter ones hold less than a name and a number. */
        public static final int LEAST = 16;

        /**
         * A run of the original that was repeated.
         *
         * @param offset offset in the bytes searched
         * @param originalOffset offset in the original
         * @param length bytes
         * @param text its first bytes, with {@code .} for those that are not printable ASCII
         */
        public record Example(long offset, long originalOffset, int length, String text) {}

        /**
         * Common runs from a length on. Estimated where the index of the original is a sample.
         *
         * @param atLeast bytes
         * @param runs number
         * @param coveredBytes bytes in them
         */
        public record Length(int atLeast, double runs, double coveredBytes) {}

        /** Copies the lists. */
        public CommonRuns {
            lengths = List.copyOf(lengths);
            examples = List.copyOf(examples);
        }

        /** Returns the share of the bytes searched that lies in repeated runs, 0 to 1. */
        public double repeatedShare() {
            return bytes == 0 ? 0 : repeatedBytes / bytes;
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
     * Largest share of the synthetic data in repeated runs that passes. Data of many kinds stays below 0.06 %, where frequent parts
     * meet by coincidence; of a table of people, 0.4 % are names with numbers and e-mail addresses.
     */
    public static final double MAX_REPEATED_SHARE = 0.001;

    /**
     * Largest number of different frequent values in the synthetic data that passes. Logs, programs and texts have 0 to 17 of them,
     * which are names of classes and the like; a table with 192 e-mail addresses has nearly all of these.
     */
    public static final int MAX_REPEATED_VALUES = 32;

    /** Copies the map. */
    public AuditResult {
        types = Map.copyOf(types);
    }

    /** Returns the probability that a common run of a length was overlooked. */
    public double missProbability(int length) {
        return length < GramIndex.GRAM ? 1 : Math.pow(1 - rate, length - GramIndex.GRAM + 1);
    }

    /** Returns whether no more of the original was found than chance explains and the bound allows. */
    public boolean passed() {
        return reasons().isEmpty();
    }

    /** Returns why the verdict is bad, a sentence each; empty where it is good. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (output.repeatedShare() > MAX_REPEATED_SHARE) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "the synthetic data repeats %,.0f runs of %d bytes and more of the original that its form does not"
                            + " explain: %.2f %% of the bytes, more than %.2f %%; the longest has %,d bytes",
                    output.repeated(),
                    CommonRuns.LEAST,
                    100 * output.repeatedShare(),
                    100 * MAX_REPEATED_SHARE,
                    output.longestRepeated()));
        }
        if (values.distinct() > MAX_REPEATED_VALUES) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "the synthetic data has %,d frequent values of %d bytes and more of the original, more than %d, such as '%s':"
                            + " %.2f %% of the bytes",
                    values.distinct(),
                    RepeatedValues.LEAST,
                    MAX_REPEATED_VALUES,
                    values.examples().get(0).text(),
                    100 * values.share()));
        }
        describe(output, "the synthetic data", reasons);
        describe(stored, "the characterization file", reasons);
        int found = canariesInOutput + canariesInFile - chanceCanaries;
        if (found > 0) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%,d of the %,d secrets to look for were found: %,d in the synthetic data, %,d in the file",
                    found,
                    canaries,
                    canariesInOutput,
                    canariesInFile));
        }
        return List.copyOf(reasons);
    }

    private static void describe(CommonRuns runs, String where, List<String> reasons) {
        if (runs.unexplained() > 0) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%s has %,d runs of the original that chance does not explain, the longest of %,d bytes (at %,d,"
                            + " byte %,d of the original)",
                    where,
                    runs.unexplained(),
                    runs.longestUnexplained(),
                    runs.unexplainedOffset(),
                    runs.originalOffset()));
        }
    }

    /**
     * Frequent values of the original that stand whole in the synthetic data, such as the e-mail addresses of a table of few people.
     * A value is {@value #LEAST} to {@value #MOST} bytes between blanks, quotes, brackets and separators; it is frequent if it occurs six
     * times in the part of the original that was counted, which is all of it up to 16 MiB.
     *
     * @param distinct number of different values, at least 65,536 if it is that
     * @param occurrences occurrences of them in the synthetic data
     * @param share share of the synthetic data in these, 0 to 1
     * @param examples those that occur most often in the synthetic data
     */
    public record RepeatedValues(int distinct, long occurrences, double share, List<FrequentValue> examples) {

        /** Least length of a value, bytes. */
        public static final int LEAST = CommonRuns.LEAST;

        /** Greatest length of a value, bytes. */
        public static final int MOST = 64;

        /**
         * A value that was repeated.
         *
         * @param text its bytes, with {@code .} for those that are not printable ASCII
         * @param occurrences occurrences in the synthetic data
         */
        public record FrequentValue(String text, long occurrences) {}

        /** Copies the list. */
        public RepeatedValues {
            examples = List.copyOf(examples);
        }
    }
}

package dev.mimeo.fidelity;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The verdict on a comparison: whether all deviations of the whole data set lie within a goal, how large they are, and what
 * makes them uncertain. Immutable.
 *
 * @param goal largest accepted deviations
 * @param ratio deviations of the ratios of all codecs, and of further chunk sizes
 * @param time deviations of the compression and decompression times of all codecs
 * @param violations deviations outside the goal, in words; empty if the goal is reached
 * @param uncertainties reasons to doubt the deviations, in words; may be empty
 */
public record Verdict(
        Tolerance goal, Deviations ratio, Deviations time, List<String> violations, List<String> uncertainties) {

    /**
     * By how much ratios of logs changed with the seed, by the size of the data below which they did: the ranges over six seeds
     * of docs/explanation/accuracy.md, rounded up.
     */
    private static final NavigableMap<Long, Double> SEED_CHANGES =
            new TreeMap<>(Map.of(256L << 10, 0.25, 1L << 20, 0.15, 8L << 20, 0.04));

    /** Ratio of the mean deviation of files to that of all together from which deviations count as cancelled. */
    private static final double CANCELLED = 2;

    /**
     * Deviations of one kind of quantity.
     *
     * @param count number of quantities, at least 0
     * @param outside number of those outside the goal; without those whose noise is larger than the deviation
     * @param noisy number of those whose noise is larger than the deviation
     * @param mean mean of the absolute deviations, 0 or more; 0 if there are none
     * @param worst deviation with the largest absolute value, {@code synthetic / original - 1}; 0 if there are none
     * @param worstQuantity quantity with that deviation, for people to read: {@code bzip2:9 ratio}; empty if there are none
     */
    public record Deviations(int count, int outside, int noisy, double mean, double worst, String worstQuantity) {

        private static Deviations of(List<Deviation> deviations, double limit) {
            Deviation worst = deviations.stream()
                    .max(Comparator.comparingDouble(deviation -> Math.abs(deviation.value())))
                    .orElse(new Deviation("", 0, 0));
            return new Deviations(
                    deviations.size(),
                    (int) deviations.stream()
                            .filter(deviation -> deviation.exceeds(limit))
                            .count(),
                    (int) deviations.stream().filter(Deviation::isNoisy).count(),
                    deviations.stream()
                            .mapToDouble(deviation -> Math.abs(deviation.value()))
                            .average()
                            .orElse(0),
                    worst.value(),
                    worst.quantity());
        }

        /** Returns the deviations in words: {@code 3.0 % on average, largest -10.7 % (bzip2:9 ratio)}. */
        public String describe() {
            return String.format(
                    Locale.ROOT,
                    "%.1f %% on average, largest %s %% (%s)",
                    100 * mean,
                    ComparisonTable.percent(worst),
                    worstQuantity);
        }
    }

    /** Copies the lists. */
    public Verdict {
        violations = List.copyOf(violations);
        uncertainties = List.copyOf(uncertainties);
    }

    /** Returns the verdict on a comparison. */
    public static Verdict of(ComparisonResult result, Tolerance goal) {
        List<Deviation> times = Deviation.times(result);
        return new Verdict(
                goal,
                Deviations.of(Deviation.ratios(result), goal.ratio()),
                Deviations.of(times, goal.time()),
                goal.violations(result),
                uncertainties(result, times, goal));
    }

    /** Returns whether the goal is reached. */
    public boolean passed() {
        return violations.isEmpty();
    }

    /**
     * Returns the verdict in one line: {@code FAIL: 1 of 7 ratios and 0 of 14 times outside the goal, ratio ±5 %, time ±15 %}. It counts
     * only what the goal limits.
     */
    public String summary() {
        List<String> counts = new ArrayList<>();
        if (goal.ratio() < Double.POSITIVE_INFINITY) {
            counts.add(ratio.outside + " of " + ratio.count + " ratios");
        }
        if (goal.time() < Double.POSITIVE_INFINITY) {
            counts.add(time.outside + " of " + time.count + " times");
        }
        String outside = counts.isEmpty() ? "" : String.join(" and ", counts) + " outside the goal, ";
        return (passed() ? "PASS: " : "FAIL: ") + outside + goal.describe();
    }

    private static List<String> uncertainties(ComparisonResult result, List<Deviation> times, Tolerance goal) {
        List<String> found = new ArrayList<>();
        Map.Entry<Long, Double> change = SEED_CHANGES.higherEntry(result.comparedBytes());
        if (change != null) {
            found.add(String.format(
                    Locale.ROOT,
                    "the data is small (%s, %s): another seed may change a ratio by %.0f %%",
                    ByteSizes.format(result.comparedBytes()),
                    Counts.of(result.chunks(), "chunk"),
                    100 * change.getValue()));
        }
        if (result.original().bytes() != result.synthetic().bytes()) {
            found.add(String.format(
                    Locale.ROOT,
                    "the sizes differ: only the first %s of both are compared",
                    ByteSizes.format(result.comparedBytes())));
        }
        FileComparisons files = result.files();
        if (files != null) {
            cancelled(files, goal.ratio()).ifPresent(found::add);
        }
        long noisy = times.stream().filter(Deviation::isNoisy).count();
        if (noisy > 0) {
            found.add(String.format(
                    Locale.ROOT,
                    "the noise of the measurement is larger than the difference for %d of %d times",
                    noisy,
                    times.size()));
        }
        for (Deviation time : times) {
            if (time.isUndecided(goal.time())) {
                found.add(String.format(
                        Locale.ROOT,
                        "%s deviates by %+.1f ± %.1f %%, too close to the goal to decide",
                        time.quantity(),
                        100 * time.value(),
                        100 * time.noise()));
            }
        }
        return found;
    }

    /** Finds the codec under which deviations of single files cancel most in that of all of them; none if they do not matter. */
    private static Optional<String> cancelled(FileComparisons files, double limit) {
        return files.codecs().stream()
                .filter(codec -> codec.byteMeanDeviation() > limit
                        && codec.byteMeanDeviation()
                                > CANCELLED * Math.abs(codec.total().deviation()))
                .max(Comparator.comparingDouble(codec ->
                        codec.byteMeanDeviation() - Math.abs(codec.total().deviation())))
                .map(codec -> String.format(
                        Locale.ROOT,
                        "errors cancel: %s ratios of files deviate by %.1f %% on average, of all by %s %%",
                        codec.codec(),
                        100 * codec.byteMeanDeviation(),
                        ComparisonTable.percent(codec.total().deviation())));
    }
}

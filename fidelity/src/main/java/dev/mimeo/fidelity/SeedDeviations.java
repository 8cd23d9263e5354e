package dev.mimeo.fidelity;

import dev.mimeo.internal.text.ByteSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The deviations of data sets that were generated from one characterization with different seeds: for each codec and quantity the mean
 * and its 95 % confidence interval. Immutable.
 *
 * <p>The interval of {@code n} deviations with mean {@code m} and sample standard deviation {@code s} (divisor {@code n - 1}) is
 * {@code m ± t * s / sqrt(n)}, where {@code t} is the 0.975 quantile of Student's t distribution with {@code n - 1} degrees of freedom
 * (Student 1908, "The probable error of a mean", Biometrika 6). It supposes that the deviations of seeds are independent and roughly
 * normally distributed. It says nothing of another scan: the characterization, and with it the random sample, is the same for all seeds.
 *
 * @param seeds seeds of the data sets, at least one, in the order in which they were added
 * @param codecs deviations for each codec, in the order of the codecs
 */
public record SeedDeviations(List<Long> seeds, List<CodecDeviations> codecs) {

    /** Probability that an interval contains the mean deviation of all seeds. */
    public static final double CONFIDENCE = 0.95;

    /**
     * The deviations of one codec.
     *
     * @param codec canonical name
     * @param quantities the ratio, those of further chunk sizes, the compression time and the decompression time
     */
    public record CodecDeviations(String codec, List<QuantityDeviations> quantities) {

        /** Copies the list. */
        public CodecDeviations {
            quantities = List.copyOf(quantities);
        }

        private CodecDeviations with(CodecDeviations other) {
            if (!codec.equals(other.codec) || quantities.size() != other.quantities.size()) {
                throw new IllegalArgumentException("codecs or chunk sizes differ: " + codec + " and " + other.codec);
            }
            List<QuantityDeviations> longer = new ArrayList<>();
            for (int i = 0; i < quantities.size(); i++) {
                longer.add(quantities.get(i).with(other.quantities.get(i).values.get(0)));
            }
            return new CodecDeviations(codec, longer);
        }
    }

    /**
     * The deviations of one quantity.
     *
     * @param quantity for people to read: {@code ratio}, {@code compression time}
     * @param time whether it is a time, whose deviations contain the noise of the measurement
     * @param values {@code synthetic / original - 1} for each seed
     */
    public record QuantityDeviations(String quantity, boolean time, List<Double> values) {

        /** Copies the list. */
        public QuantityDeviations {
            values = List.copyOf(values);
        }

        private QuantityDeviations with(double value) {
            List<Double> longer = new ArrayList<>(values);
            longer.add(value);
            return new QuantityDeviations(quantity, time, longer);
        }

        private double[] array() {
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** Returns the mean of the deviations. */
        public double mean() {
            return Arrays.stream(array()).average().orElse(0);
        }

        /** Returns half the width of the 95 % confidence interval of the mean; 0 for one seed, which tells nothing of others. */
        public double halfWidth() {
            return StudentsT.halfWidth(array(), CONFIDENCE);
        }

        /** Returns the deviation with the mean, and half the width of its interval as uncertainty. */
        Deviation deviation() {
            return new Deviation(quantity, mean(), halfWidth());
        }
    }

    /** Copies the lists. */
    public SeedDeviations {
        seeds = List.copyOf(seeds);
        codecs = List.copyOf(codecs);
    }

    /** Returns the deviations of the data set of one seed. */
    public static SeedDeviations of(long seed, ComparisonResult result) {
        return new SeedDeviations(
                List.of(seed),
                result.codecs().stream().map(SeedDeviations::deviations).toList());
    }

    /**
     * Returns these deviations and those of the data set of another seed. Of the result nothing but these is retained.
     *
     * @throws IllegalArgumentException if the seed was added before, or codecs or chunk sizes differ
     */
    public SeedDeviations with(long seed, ComparisonResult result) {
        if (seeds.contains(seed)) {
            throw new IllegalArgumentException("two data sets have the seed " + Long.toUnsignedString(seed));
        }
        List<CodecDeviations> added = of(seed, result).codecs;
        if (added.size() != codecs.size()) {
            throw new IllegalArgumentException(codecs.size() + " and " + added.size() + " codecs");
        }
        List<Long> more = new ArrayList<>(seeds);
        more.add(seed);
        List<CodecDeviations> longer = new ArrayList<>();
        for (int i = 0; i < codecs.size(); i++) {
            longer.add(codecs.get(i).with(added.get(i)));
        }
        return new SeedDeviations(more, longer);
    }

    private static CodecDeviations deviations(CodecComparison codec) {
        List<QuantityDeviations> quantities = new ArrayList<>();
        quantities.add(ratio("ratio", codec.ratio().deviation()));
        for (CodecComparison.GranularityFigure figure : codec.granularity()) {
            String name = "ratio, " + ByteSizes.format(figure.chunkSize());
            quantities.add(ratio(name, figure.ratio().deviation()));
        }
        quantities.add(time("compression time", codec.compressTime().deviation()));
        quantities.add(time("decompression time", codec.decompressTime().deviation()));
        return new CodecDeviations(codec.codec(), quantities);
    }

    private static QuantityDeviations ratio(String quantity, double deviation) {
        return new QuantityDeviations(quantity, false, List.of(deviation));
    }

    private static QuantityDeviations time(String quantity, double deviation) {
        return new QuantityDeviations(quantity, true, List.of(deviation));
    }

    /** Returns the seeds in words: {@code seeds 0 to 4}. */
    String describe() {
        String first = Long.toUnsignedString(Objects.requireNonNull(seeds.get(0)));
        if (seeds.size() == 1) {
            return "seed " + first;
        }
        return "seeds " + first + " to " + Long.toUnsignedString(seeds.get(seeds.size() - 1));
    }
}

package dev.mimeo.fidelity.summary;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a characterization in a few numbers. Immutable and thread-safe.
 *
 * @param dataset the data set
 * @param deflateRatio original over default zlib size, chunk by chunk, of all chunks that were compressed; NaN if none was
 * @param deflateRatioError half the width of the 95 % confidence interval of {@code deflateRatio} as an estimate for the
 *     whole data set, as a share of it; 0 if all of its chunks were compressed
 * @param chunkRatio default zlib ratio of single chunks
 * @param entropy order-0 entropy of single chunks, bits per byte
 * @param symbols numbers of byte values that single chunks use
 * @param totalEntropy order-0 entropy of everything scanned, bits per byte; NaN if it was not scanned
 * @param totalSymbols number of byte values that occur at all
 * @param constantChunks chunks of one byte value only, such as zeros
 * @param duplicateChunks chunks that repeat an earlier one
 * @param repetitions repetitions that default Deflate finds, or null if it was not scanned
 * @param codecs the codecs that were measured, by name
 * @param statistics mean of the further numbers, by name
 */
public record CharacterizationSummary(
        DatasetCharacterization dataset,
        double deflateRatio,
        double deflateRatioError,
        Spread chunkRatio,
        Spread entropy,
        Spread symbols,
        double totalEntropy,
        int totalSymbols,
        long constantChunks,
        long duplicateChunks,
        @Nullable RepetitionSummary repetitions,
        List<CodecSummary> codecs,
        Map<String, Double> statistics) {

    /**
     * Totals of one codec over the chunks that it was measured on.
     *
     * @param codec canonical name
     * @param chunks number of chunks measured
     * @param bytes their size
     * @param compressedBytes their size after compression, each on its own
     * @param compressNanos CPU time of compression, nanoseconds; 0 where it was not measured
     * @param decompressNanos CPU time of decompression, nanoseconds; 0 where it was not measured
     */
    public record CodecSummary(
            String codec, long chunks, long bytes, long compressedBytes, long compressNanos, long decompressNanos) {

        CodecSummary plus(long chunkBytes, long compressed, long compressing, long decompressing) {
            return new CodecSummary(
                    codec,
                    chunks + 1,
                    bytes + chunkBytes,
                    compressedBytes + compressed,
                    compressNanos + compressing,
                    decompressNanos + decompressing);
        }

        /** Returns original size over compressed size. */
        public double ratio() {
            return (double) bytes / compressedBytes;
        }
    }

    /**
     * The repetitions that default Deflate finds, over all chunks.
     *
     * @param repetitions number
     * @param repeatedBytes bytes they cover
     * @param literals bytes they do not cover
     * @param medianLength half of them are at most this long, bytes; 0 if there are none
     * @param p90Length nine in ten are at most this long, bytes; 0 if there are none
     */
    public record RepetitionSummary(
            long repetitions, long repeatedBytes, long literals, int medianLength, int p90Length) {

        /**
         * Sums up counts.
         *
         * @param counts indexed by length
         */
        static RepetitionSummary of(long[] counts, long literals) {
            long number = 0;
            long bytes = 0;
            for (int length = 0; length < counts.length; length++) {
                number += counts[length];
                bytes += counts[length] * length;
            }
            return new RepetitionSummary(number, bytes, literals, rank(counts, number, 0.5), rank(counts, number, 0.9));
        }

        private static int rank(long[] counts, long number, double share) {
            long wanted = (long) Math.ceil(share * number);
            long seen = 0;
            for (int length = 0; length < counts.length; length++) {
                seen += counts[length];
                if (seen >= wanted && wanted > 0) {
                    return length;
                }
            }
            return 0;
        }

        /** Returns the mean length, bytes; NaN if there are none. */
        public double meanLength() {
            return (double) repeatedBytes / repetitions;
        }

        /** Returns the share of all bytes that repeat something, 0 to 1; NaN for no data. */
        public double coveredShare() {
            return (double) repeatedBytes / (repeatedBytes + literals);
        }
    }

    /**
     * Distribution of a value over the chunks. Quantiles are values that occur (nearest rank).
     *
     * @param count number of values; where it is 0, all others are NaN
     */
    public record Spread(
            long count,
            double mean,
            double min,
            double p10,
            double p25,
            double median,
            double p75,
            double p90,
            double max) {

        /** Sums up the first values of an array, which is sorted. */
        static Spread of(double[] values, int count) {
            if (count == 0) {
                double none = Double.NaN;
                return new Spread(0, none, none, none, none, none, none, none, none);
            }
            Arrays.sort(values, 0, count);
            double sum = 0;
            for (int i = 0; i < count; i++) {
                sum += values[i];
            }
            return new Spread(
                    count,
                    sum / count,
                    values[0],
                    rank(values, count, 0.10),
                    rank(values, count, 0.25),
                    rank(values, count, 0.50),
                    rank(values, count, 0.75),
                    rank(values, count, 0.90),
                    values[count - 1]);
        }

        private static double rank(double[] sorted, int count, double share) {
            return sorted[Math.max(0, (int) Math.ceil(share * count) - 1)];
        }

        /** Collects values. */
        static final class Builder {
            private double[] values = new double[1024];
            private int count;

            /** Adds a value; NaN is left out. */
            void add(double value) {
                if (Double.isNaN(value)) {
                    return;
                }
                if (count == values.length) {
                    values = Arrays.copyOf(values, Math.multiplyExact(count, 2));
                }
                values[count++] = value;
            }

            Spread build() {
                return of(values, count);
            }
        }
    }

    /** Half the width of the 95 % confidence interval of a normal distribution, in standard deviations. */
    private static final double CONFIDENCE = 1.96;

    /** Copies the collections. */
    public CharacterizationSummary {
        codecs = List.copyOf(codecs);
        statistics = Map.copyOf(statistics);
    }

    /**
     * Reads all of a characterization.
     *
     * @throws IOException if it cannot be read or is damaged
     */
    public static CharacterizationSummary of(Characterization characterization) throws IOException {
        Collector collector = new Collector();
        long chunks = characterization.chunkCount();
        for (long number = 0; number < chunks; number++) {
            collector.add(characterization.chunk(number));
        }
        return collector.build(characterization.dataset());
    }

    private static final class Collector {
        private final Spread.Builder ratios = new Spread.Builder();
        private final Spread.Builder entropies = new Spread.Builder();
        private final Spread.Builder symbols = new Spread.Builder();
        /** Chunks of one byte value, which are all compressed or none, and the others. */
        private final Sampling constants = new Sampling();

        private final Sampling others = new Sampling();
        private final long[] bytes = new long[256];
        private final long[] lengths = new long[RepetitionHistogram.MAX_LENGTH + 1];
        private final Map<String, CodecSummary> codecs = new TreeMap<>();
        private final Map<String, double[]> statistics = new TreeMap<>();
        private long literals;
        private long repetitionChunks;
        private long constantChunks;
        private long duplicateChunks;

        void add(ChunkCharacterization chunk) {
            duplicateChunks += chunk.duplicateOf() >= 0 ? 1 : 0;
            ratios.add(chunk.deflateRatio());
            ByteHistogram histogram = chunk.bytes();
            boolean constant = histogram != null && histogram.symbols() == 1;
            (constant ? constants : others).add(chunk.size(), chunk.deflateBytes());
            if (histogram != null) {
                entropies.add(histogram.entropy());
                symbols.add(histogram.symbols());
                constantChunks += constant ? 1 : 0;
                for (int value = 0; value < 256; value++) {
                    bytes[value] += histogram.count(value);
                }
            }
            RepetitionHistogram repetitions = chunk.repetitions();
            if (repetitions != null) {
                repetitionChunks++;
                literals += repetitions.literals();
                for (int length = RepetitionHistogram.MIN_LENGTH; length < lengths.length; length++) {
                    lengths[length] += repetitions.count(length);
                }
            }
            for (ChunkCharacterization.CodecCost cost : chunk.costs()) {
                codecs.merge(
                        cost.codec(),
                        new CodecSummary(cost.codec(), 0, 0, 0, 0, 0)
                                .plus(
                                        chunk.size(),
                                        cost.compressedBytes(),
                                        cost.compressNanos(),
                                        cost.decompressNanos()),
                        (before, one) -> before.plus(
                                one.bytes(), one.compressedBytes(), one.compressNanos(), one.decompressNanos()));
            }
            chunk.statistics().forEach((name, value) -> {
                double[] sum = statistics.computeIfAbsent(name, key -> new double[2]);
                sum[0] += value;
                sum[1]++;
            });
        }

        CharacterizationSummary build(DatasetCharacterization dataset) {
            Map<String, Double> means = new TreeMap<>();
            statistics.forEach((name, sum) -> means.put(name, sum[0] / sum[1]));
            return new CharacterizationSummary(
                    dataset,
                    ratio(),
                    CONFIDENCE * relativeError(dataset),
                    ratios.build(),
                    entropies.build(),
                    symbols.build(),
                    entropy(bytes),
                    (int) Arrays.stream(bytes).filter(count -> count > 0).count(),
                    constantChunks,
                    duplicateChunks,
                    repetitionChunks == 0 ? null : RepetitionSummary.of(lengths, literals),
                    List.copyOf(codecs.values()),
                    means);
        }

        private double ratio() {
            double rest = constants.estimate() + others.estimate();
            return rest == 0 ? Double.NaN : (constants.bytes + others.bytes) / rest;
        }

        /** Returns the standard error of the ratio as a share of it. */
        private double relativeError(DatasetCharacterization dataset) {
            Sampling all = constants.plus(others);
            if (all.measured == all.chunks) {
                return dataset.sampled() ? all.relativeError(dataset.population()) : 0;
            }
            // All chunks of one value are compressed, so the error is that of the others.
            return others.relativeError(others.chunks) * others.estimate() / (constants.estimate() + others.estimate());
        }

        private static double entropy(long[] counts) {
            double total = 0;
            for (long count : counts) {
                total += count;
            }
            double bits = 0;
            for (long count : counts) {
                bits -= count == 0 ? 0 : count / total * Math.log(count / total);
            }
            return total == 0 ? Double.NaN : bits / Math.log(2);
        }
    }

    /**
     * The ratio estimator of a simple random sample without replacement and its error (W. G. Cochran, Sampling
     * Techniques, 1977, section 6.4).
     */
    private static final class Sampling {
        private long chunks;
        private double bytes;
        private long measured;
        private double sizes;
        private double compressed;
        private double sizesSquared;
        private double compressedSquared;
        private double products;

        /** Adds a chunk; a negative size is one that was not measured. */
        void add(double size, double deflated) {
            chunks++;
            bytes += size;
            if (deflated >= 0) {
                measured++;
                sizes += size;
                compressed += deflated;
                sizesSquared += size * size;
                compressedSquared += deflated * deflated;
                products += size * deflated;
            }
        }

        Sampling plus(Sampling other) {
            Sampling sum = new Sampling();
            sum.chunks = chunks + other.chunks;
            sum.bytes = bytes + other.bytes;
            sum.measured = measured + other.measured;
            sum.sizes = sizes + other.sizes;
            sum.compressed = compressed + other.compressed;
            sum.sizesSquared = sizesSquared + other.sizesSquared;
            sum.compressedSquared = compressedSquared + other.compressedSquared;
            sum.products = products + other.products;
            return sum;
        }

        /** Returns the compressed size of all chunks, those included that were not measured; 0 if none was. */
        double estimate() {
            return sizes == 0 ? 0 : compressed / sizes * bytes;
        }

        /** Returns the standard error of the ratio as a share of it; NaN for fewer than two chunks measured. */
        double relativeError(long population) {
            if (measured < 2 || compressed == 0) {
                return Double.NaN;
            }
            double rate = compressed / sizes;
            double residuals = compressedSquared - 2 * rate * products + rate * rate * sizesSquared;
            double unseen = Math.max(0, 1 - (double) measured / population);
            double variance = unseen * Math.max(0, residuals) / (measured * (measured - 1.0));
            return Math.sqrt(variance) / (compressed / measured);
        }
    }
}

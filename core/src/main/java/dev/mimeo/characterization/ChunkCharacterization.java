package dev.mimeo.characterization;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of one chunk. Immutable and thread-safe.
 *
 * <p>A part is null, empty or -1 where the scanner that fills it was not chosen.
 *
 * @param number position of the chunk in the characterization, from 0
 * @param offset sum of the sizes of the chunks before it, bytes
 * @param size bytes of the chunk, at least 1
 * @param duplicateOf number of the first chunk with the same content, or -1 if there is none before this one; such a chunk
 *     repeats the statistics of the one it names
 * @param bytes byte histogram
 * @param repetitions lengths of the repetitions that default Deflate finds
 * @param deflateBytes size of the chunk as a default zlib stream (level 6), bytes, or -1
 * @param costs costs of the measured codecs on the chunk
 * @param statistics further numbers by name, from plug-in scanners
 * @param stretches parts that are constant or copies of earlier data, in order, apart from each other; none where
 *     {@code duplicateOf} says that all of the chunk is a copy
 */
public record ChunkCharacterization(
        long number,
        long offset,
        int size,
        long duplicateOf,
        @Nullable ByteHistogram bytes,
        @Nullable RepetitionHistogram repetitions,
        int deflateBytes,
        List<CodecCost> costs,
        Map<String, Double> statistics,
        List<Stretch> stretches) {

    /** Length of the name of a statistic at most, characters. */
    private static final int MAX_STATISTIC_NAME = 127;

    /** Identifiers with dots between them, so that a name is not a place for content. */
    private static final Pattern STATISTIC_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)+");

    /**
     * A stretch of a chunk that is not content of its own: one byte value repeated, or a copy of earlier data. Immutable and
     * thread-safe.
     *
     * @param start first byte within the chunk, at least 0
     * @param length bytes, at least 1
     * @param source for a copy, where the earlier data begins, counted over all chunks in order, at least 0; else -1
     * @param value for a constant stretch, its byte value, 0 to 255; else -1
     */
    public record Stretch(int start, int length, long source, int value) {

        /** Checks the ranges. */
        public Stretch {
            boolean constant = source == -1 && value >= 0 && value <= 255;
            boolean copy = source >= 0 && value == -1;
            if (start < 0 || length < 1 || length > Integer.MAX_VALUE - start || !(constant || copy)) {
                throw new IllegalArgumentException("stretch of " + length + " bytes at " + start + ", from " + source
                        + ", value " + value + ", is out of range");
            }
        }

        /** Returns a stretch that repeats one byte value. */
        public static Stretch constant(int start, int length, int value) {
            return new Stretch(start, length, -1, value);
        }

        /** Returns a stretch that repeats earlier data. */
        public static Stretch copy(int start, int length, long source) {
            return new Stretch(start, length, source, -1);
        }

        /** Returns whether the stretch is a copy of earlier data. */
        public boolean isCopy() {
            return source >= 0;
        }

        /** Returns the end within the chunk. */
        public int end() {
            return start + length;
        }
    }

    /**
     * Compressed size and times of one codec on one chunk, compressed on its own with a fresh codec state.
     *
     * @param codec canonical name, for example {@code zlib:6}
     * @param compressedBytes size after compression, bytes
     * @param compressNanos CPU time of the thread for compression, nanoseconds; 0 if it was not measured
     * @param decompressNanos CPU time of the thread for decompression, nanoseconds; 0 if it was not measured
     */
    public record CodecCost(String codec, long compressedBytes, long compressNanos, long decompressNanos)
            implements Serializable {}

    /** Copies the collections and checks the ranges. */
    public ChunkCharacterization {
        if (number < 0 || offset < 0 || size < 1 || duplicateOf < -1 || duplicateOf >= number || deflateBytes < -1) {
            throw new IllegalArgumentException("chunk " + number + " of " + size + " bytes at " + offset
                    + ", duplicate of " + duplicateOf + ", " + deflateBytes + " bytes deflated, is out of range");
        }
        costs = List.copyOf(costs);
        statistics = Map.copyOf(statistics);
        stretches = List.copyOf(stretches);
        int end = 0;
        for (Stretch stretch : stretches) {
            boolean follows = stretch.start() >= end && stretch.end() <= size;
            // Written so that no sum can overflow.
            boolean earlier = !stretch.isCopy() || stretch.source() <= offset + stretch.start() - stretch.length();
            if (!follows || !earlier || duplicateOf >= 0) {
                throw new IllegalArgumentException("chunk " + number + " of " + size + " bytes at " + offset
                        + " has a stretch out of place: " + stretch);
            }
            end = stretch.end();
        }
    }

    /** Makes a chunk without constant or copied stretches. */
    public ChunkCharacterization(
            long number,
            long offset,
            int size,
            long duplicateOf,
            @Nullable ByteHistogram bytes,
            @Nullable RepetitionHistogram repetitions,
            int deflateBytes,
            List<CodecCost> costs,
            Map<String, Double> statistics) {
        this(number, offset, size, duplicateOf, bytes, repetitions, deflateBytes, costs, statistics, List.of());
    }

    /** Returns original size over default zlib size, at least 0, or NaN where it was not scanned. */
    public double deflateRatio() {
        return deflateBytes <= 0 ? Double.NaN : (double) size / deflateBytes;
    }

    /**
     * Collects what the scanners find of one chunk. Not thread-safe.
     */
    public static final class Builder implements Serializable {
        private static final long serialVersionUID = 1L;

        private @Nullable ByteHistogram bytes;
        private @Nullable RepetitionHistogram repetitions;
        private int deflateBytes = -1;
        private final List<CodecCost> costs = new ArrayList<>();
        private final Map<String, Double> statistics = new TreeMap<>();
        private long duplicateOf = -1;
        private List<Stretch> stretches = List.of();

        /** Makes an empty builder. */
        public Builder() {}

        /** Makes a builder that holds what another holds now. */
        public Builder(Builder other) {
            bytes = other.bytes;
            repetitions = other.repetitions;
            deflateBytes = other.deflateBytes;
            costs.addAll(other.costs);
            statistics.putAll(other.statistics);
            duplicateOf = other.duplicateOf;
            stretches = other.stretches;
        }

        /** Sets the byte histogram. */
        public Builder bytes(ByteHistogram histogram) {
            this.bytes = histogram;
            return this;
        }

        /** Sets the repetition lengths. */
        public Builder repetitions(RepetitionHistogram histogram) {
            this.repetitions = histogram;
            return this;
        }

        /**
         * Sets the size as a default zlib stream.
         *
         * @param size bytes, at least 0
         */
        public Builder deflateBytes(int size) {
            this.deflateBytes = size;
            return this;
        }

        /** Adds what a codec made of the chunk. */
        public Builder cost(CodecCost cost) {
            costs.add(cost);
            return this;
        }

        /**
         * Sets a further number.
         *
         * @param name {@code scanner.number}: identifiers with dots between them, at most 127 characters
         * @param value finite
         * @throws IllegalArgumentException if the name or the value is out of range
         */
        public Builder statistic(String name, double value) {
            checkStatistic(name, value);
            statistics.put(name, value);
            return this;
        }

        /** Returns the byte histogram set so far, so that scanners can share it. */
        public @Nullable ByteHistogram bytes() {
            return bytes;
        }

        /**
         * Says that the content is that of an earlier chunk.
         *
         * @param number number of the first chunk with that content, or -1 if there is none
         */
        public Builder duplicateOf(long number) {
            duplicateOf = number;
            return this;
        }

        /** Sets the constant and copied stretches; they are left out where all of the chunk is a duplicate. */
        public Builder stretches(List<Stretch> found) {
            stretches = List.copyOf(found);
            return this;
        }

        /** Returns the size as a default zlib stream set so far, bytes, or -1 if there is none. */
        public int deflateBytes() {
            return deflateBytes;
        }

        /** Returns the constant and copied stretches set so far. */
        public List<Stretch> stretches() {
            return stretches;
        }

        /** Builds the chunk at its place in the characterization. */
        public ChunkCharacterization build(long number, long offset, int size) {
            return new ChunkCharacterization(
                    number,
                    offset,
                    size,
                    duplicateOf,
                    bytes,
                    repetitions,
                    deflateBytes,
                    costs,
                    statistics,
                    duplicateOf < 0 ? stretches : List.of());
        }
    }

    /**
     * Checks a further number.
     *
     * @throws IllegalArgumentException if the name is not one of identifiers, or the value is not finite
     */
    static void checkStatistic(String name, double value) {
        boolean named = name.length() <= MAX_STATISTIC_NAME
                && STATISTIC_NAME.matcher(name).matches();
        if (!named || !Double.isFinite(value)) {
            throw new IllegalArgumentException("statistic '" + name + "' with value " + value
                    + ": its name must be scanner.number, of letters, digits, _ and -, at most " + MAX_STATISTIC_NAME
                    + " characters; its value must be finite");
        }
    }
}

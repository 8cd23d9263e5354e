package dev.mimeo.characterization.mimic;

import java.io.Serializable;
import java.util.List;

/**
 * A model of arrays of numbers of one width, such as samples, measurements or counters: each number is drawn by its change from the one
 * before it in its column, given where in its range that one is and how it had changed itself. Its values are neighbours by chance, not
 * strings of the data.
 * Immutable and thread-safe.
 *
 * @param width bytes of a number: 1, 2, 4 or 8
 * @param isBigEndian whether the highest byte of a number is first
 * @param stride numbers from one to the next of the same column, 1 to {@value #MAX_STRIDE}
 * @param columns by number modulo stride; or one, for all
 */
public record NumberModel(int width, boolean isBigEndian, int stride, List<Column> columns) implements Serializable {

    /** Most numbers from one to the next of the same column. */
    public static final int MAX_STRIDE = 16;

    /** Most parts of the range of a column. */
    public static final int MAX_LEVELS = 48;

    /** Most groups of changes by which the next one is expected. */
    public static final int MAX_GROUPS = 12;

    /** Largest bucket of magnitudes of changes, that of 2<sup>63</sup> - 1. */
    public static final int MAX_BUCKET = 251;

    /** Most bytes of the tables of a model, see {@link #tableBytes}: far more than any scan makes. */
    public static final long MAX_TABLE_BYTES = 2 << 20;

    /** Magnitudes below this have buckets of their own; above there are four for each octave. */
    private static final int EXACT = 16;

    private static final int EXACT_BITS = 4;
    private static final int BUCKETS_AN_OCTAVE = 4;

    /** The kinds of numbers that bytes may be. */
    public enum Kind {
        /** An integer without a sign; of fewer than 8 bytes. */
        UNSIGNED,

        /** An integer in two's complement. */
        SIGNED,

        /** A sign and a magnitude, as floating-point numbers of IEEE 754 are ordered. */
        FLOAT;

        /** Returns the greatest value of a number of a width, bytes. */
        public long greatest(int width) {
            return this == UNSIGNED
                    ? (1L << (Byte.SIZE * width)) - 1
                    : Long.MAX_VALUE >>> (Long.SIZE - Byte.SIZE * width);
        }

        /** Returns the least value of a number of a width, bytes. */
        public long least(int width) {
            return this == UNSIGNED ? 0 : this == SIGNED ? -greatest(width) - 1 : -greatest(width);
        }
    }

    /** Checks sizes and ranges. */
    public NumberModel {
        columns = List.copyOf(columns);
        if (width < 1 || width > Long.BYTES || Integer.bitCount(width) != 1 || stride < 1 || stride > MAX_STRIDE) {
            throw new IllegalArgumentException("numbers of " + width + " bytes at distances of " + stride);
        }
        if (columns.size() != 1 && columns.size() != stride) {
            throw new IllegalArgumentException(columns.size() + " columns of numbers at distances of " + stride);
        }
        for (Column column : columns) {
            column.check(width);
        }
        checkTables(columns);
    }

    /** Checks that tables are not too large. */
    static void checkTables(List<Column> columns) {
        long bytes = tableBytes(columns);
        if (bytes > MAX_TABLE_BYTES) {
            throw new IllegalArgumentException(
                    "tables for numbers of " + bytes + " bytes, expected at most " + MAX_TABLE_BYTES);
        }
    }

    /**
     * The numbers at one place of each row.
     *
     * @param kind how their bytes are to be understood
     * @param shift bits at the low end of all values that are 0; values are those without them
     * @param bounds ascending bounds of the parts of the range, each with about as many values: the least value, where each further part
     *     begins, and the greatest value; one more than there are levels
     * @param groups ascending ranks of changes from which on a change is of the next group
     * @param use by level, then group: index of the change that follows
     * @param changes distributions of changes, in the order in which they are used first
     */
    public record Column(
            Kind kind, int shift, List<Long> bounds, List<Integer> groups, List<Integer> use, List<Change> changes)
            implements Serializable {

        /** Copies the lists, and checks their sizes and what is in them. */
        public Column {
            bounds = List.copyOf(bounds);
            groups = List.copyOf(groups);
            use = List.copyOf(use);
            changes = List.copyOf(changes);
            int levels = bounds.size() - 1;
            if (levels < 1 || levels > MAX_LEVELS || groups.size() >= MAX_GROUPS) {
                throw new IllegalArgumentException(
                        levels + " levels and " + (groups.size() + 1) + " groups of numbers");
            }
            checkAscending(bounds);
            checkRanks(groups);
            if (use.size() != levels * (groups.size() + 1) || used(use) != changes.size()) {
                throw new IllegalArgumentException(
                        use.size() + " uses of " + changes.size() + " changes of numbers for " + levels + " levels");
            }
        }

        /** Returns how many changes are used, -1 if their first uses are out of order. */
        private static int used(List<Integer> use) {
            int used = 0;
            for (int its : use) {
                if (its < 0 || its > used) {
                    return -1;
                }
                used = Math.max(used, its + 1);
            }
            return used;
        }

        private static void checkAscending(List<Long> bounds) {
            for (int i = 1; i < bounds.size(); i++) {
                if (bounds.get(i) < bounds.get(i - 1)) {
                    throw new IllegalArgumentException("bounds of numbers are out of order");
                }
            }
        }

        /** Returns the number of parts of the range. */
        public int levels() {
            return bounds.size() - 1;
        }

        private void check(int width) {
            int bits = Byte.SIZE * width;
            if (shift < 0 || shift >= bits || (kind == Kind.UNSIGNED && width == Long.BYTES)) {
                throw new IllegalArgumentException("numbers of " + bits + " bits, " + kind + ", without " + shift);
            }
            long most = kind.greatest(width) >> shift;
            long least = kind.least(width) >> shift;
            if (bounds.get(0) < least || bounds.get(levels()) > most) {
                throw new IllegalArgumentException("numbers from " + bounds.get(0) + " to " + bounds.get(levels())
                        + ", expected " + least + " to " + most);
            }
        }
    }

    /**
     * A distribution of changes.
     *
     * @param ranks ascending ranks of the changes that occur, see {@link #rank}; at least one
     * @param codes how often each occurs, as {@link ContextTable#weight} has it
     */
    public record Change(List<Integer> ranks, List<Integer> codes) implements Serializable {

        /** Copies the lists, and checks their sizes and what is in them. */
        public Change {
            ranks = List.copyOf(ranks);
            codes = List.copyOf(codes);
            if (ranks.isEmpty() || ranks.size() != codes.size()) {
                throw new IllegalArgumentException(
                        ranks.size() + " changes of numbers, " + codes.size() + " of them counted");
            }
            checkRanks(ranks);
            if (codes.stream().anyMatch(code -> code < 0 || code > ContextTable.MAX_CODE)) {
                throw new IllegalArgumentException("count of a change out of range");
            }
        }
    }

    private static void checkRanks(List<Integer> ranks) {
        for (int i = 0; i < ranks.size(); i++) {
            int rank = ranks.get(i);
            if (rank < -MAX_BUCKET || rank > MAX_BUCKET || (i > 0 && rank <= ranks.get(i - 1))) {
                throw new IllegalArgumentException("rank " + rank + " of a change is out of range or order");
            }
        }
    }

    /** Returns the column of a place in a row, 0 to {@link #stride} - 1. */
    public Column column(int place) {
        return columns.get(columns.size() == 1 ? 0 : place);
    }

    /** Returns the bucket of the magnitude of a change, 0 to {@value #MAX_BUCKET}, negative if the change is. */
    public static int rank(long change) {
        long magnitude = change == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(change);
        int bucket;
        if (magnitude < EXACT) {
            bucket = (int) magnitude;
        } else {
            int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(magnitude);
            int part = (int) (magnitude >>> (octave - 2)) & (BUCKETS_AN_OCTAVE - 1);
            bucket = EXACT + (octave - EXACT_BITS) * BUCKETS_AN_OCTAVE + part;
        }
        return change < 0 ? -bucket : bucket;
    }

    /** Returns the least magnitude of a bucket. */
    public static long least(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int leading = BUCKETS_AN_OCTAVE + (bucket - EXACT) % BUCKETS_AN_OCTAVE;
        return (long) leading << bits(bucket);
    }

    /** Returns how many low bits the magnitudes of a bucket differ in. */
    public static int bits(int bucket) {
        return bucket < EXACT ? 0 : EXACT_BITS - 2 + (bucket - EXACT) / BUCKETS_AN_OCTAVE;
    }

    /**
     * Returns the value of a number, without its low bits.
     *
     * @param bytes the bytes of the number, the highest bits are ignored
     */
    public static long value(Kind kind, int width, long bytes) {
        int unused = Long.SIZE - Byte.SIZE * width;
        long signed = bytes << unused >> unused;
        return switch (kind) {
            case UNSIGNED -> bytes << unused >>> unused;
            case SIGNED -> signed;
            case FLOAT -> signed < 0 ? -(signed & (Long.MAX_VALUE >>> unused)) : signed;
        };
    }

    /** Returns the bytes of a number of a value, the opposite of {@link #value}; the bits above them are any. */
    public static long bytes(Kind kind, int width, long value) {
        // No branch: the sign of a number cannot be predicted.
        long sign = kind == Kind.FLOAT ? value >> (Long.SIZE - 1) : 0;
        return ((value ^ sign) - sign) | (sign << (Byte.SIZE * width - 1));
    }

    /** Returns the byte form of the model in a characterization. */
    public byte[] encode() {
        return NumberCoding.encode(this);
    }

    /**
     * Reads a model.
     *
     * @throws IllegalArgumentException if the bytes are not one
     */
    public static NumberModel decode(byte[] bytes, int offset, int length) {
        return NumberCoding.decode(bytes, offset, length);
    }

    /** Returns the bytes that a generator holds for its tables, more or less. */
    public long tableBytes() {
        return tableBytes(columns);
    }

    /** Returns the bytes that a generator holds for the tables of some columns, more or less. */
    public static long tableBytes(List<Column> columns) {
        long entries = 0;
        for (Column column : columns) {
            entries += column.use().size();
            for (Change change : column.changes()) {
                entries += 2L * change.ranks().size();
            }
        }
        return entries * Long.BYTES;
    }
}

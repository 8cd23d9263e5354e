package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.internal.codec.Loss;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param name as the collector reports it; compared without regard to case, kept as it is; not empty
 * @param unit unit of the values, null if not known
 * @param kind null if not known
 * @param validMin lowest value that is possible, null if there is no limit or none is known
 * @param validMax highest value that is possible, null likewise
 */
public record ColumnSchema(
        String name,
        Type type,
        @Nullable String unit,
        @Nullable Kind kind,
        @Nullable Double validMin,
        @Nullable Double validMax) {

    /** Name of the column that names the server: text, the same in every row of a file. */
    public static final String SERVER = "serverID";

    /** Name of the column of the time of a sample. */
    public static final String TIME = "sampleTime";

    /** Name of the column of the time of the server's sample before, NULL for its first ever. */
    public static final String PREVIOUS_TIME = "prevSampleTime";

    /** Name of the column of the number of a disk, CPU or the like. */
    public static final String INSTANCE = "InstanceID";

    /** Checks the name and the range. */
    public ColumnSchema {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a column needs a name");
        }
        if ((validMin != null && validMin.isNaN()) || (validMax != null && validMax.isNaN())) {
            throw new IllegalArgumentException("column '" + name + "': NaN is not a limit");
        }
    }

    /** Makes a column of which no more is known. */
    public ColumnSchema(String name, Type type) {
        this(name, type, null, null, null, null);
    }

    /** Returns whether a range of possible values is declared, from one side at least. */
    public boolean hasRange() {
        return validMin != null || validMax != null;
    }

    /** Returns whether a value lies outside the declared range; NaN does not. */
    public boolean isOutOfRange(double value) {
        return (validMin != null && value < validMin) || (validMax != null && value > validMax);
    }

    /** Returns whether this is the column of a name, in any case. */
    boolean isNamed(String other) {
        return AnyCase.equal(name, other);
    }

    /** Returns whether a column is one that others need, or that says what the rows are. */
    public static boolean isFixed(String column) {
        return AnyCase.equal(column, SERVER)
                || AnyCase.equal(column, TIME)
                || AnyCase.equal(column, PREVIOUS_TIME)
                || AnyCase.equal(column, INSTANCE);
    }

    /** Meaning of the values of a counter. The order is part of the file format. */
    public enum Kind {
        /** A level at the moment of the sample. */
        GAUGE,
        /** A total that only grows, until its server restarts. */
        COUNTER,
        /** A change per second since the sample before. */
        RATE,
        /** A share of a whole, 0 to 100. */
        PERCENT
    }

    /** Returns how values may be changed: not at all, unless they are floating point numbers. */
    Loss loss(double maxRelativeError) {
        return new Loss(
                type.isFloating() ? maxRelativeError : 0,
                validMin == null ? Double.NEGATIVE_INFINITY : validMin,
                validMax == null ? Double.POSITIVE_INFINITY : validMax);
    }

    /** Types of columns. The order is part of the file format. */
    public enum Type {
        /** IEEE 754 binary32. */
        FLOAT32,
        /** IEEE 754 binary64. */
        FLOAT64,
        /** Signed integer of 64 bits. */
        INT64,
        /** Milliseconds since 1970-01-01T00:00:00 UTC, leap seconds not counted, 64 bits. */
        TIMESTAMP,
        /** True or false. */
        BOOL,
        /** Text, UTF-8 in files. */
        TEXT;

        /** Returns whether values are floating point numbers, which may be NaN. */
        public boolean isFloating() {
            return this == FLOAT32 || this == FLOAT64;
        }

        /** Returns whether values are held as {@code long}. */
        public boolean isLong() {
            return this == INT64 || this == TIMESTAMP;
        }

        /** Returns the bytes of a value that is not compressed: what ratios are measured against; 0 for text. */
        public int rawBytes() {
            return switch (this) {
                case FLOAT32 -> Float.BYTES;
                case FLOAT64, INT64, TIMESTAMP -> Long.BYTES;
                case BOOL -> 1;
                case TEXT -> 0;
            };
        }
    }
}

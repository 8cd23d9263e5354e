package dev.mimeo.garage.store;

/** Types of columns. The order is part of the file format. */
public enum ColumnType {
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

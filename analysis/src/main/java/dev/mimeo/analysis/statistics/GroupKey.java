package dev.mimeo.analysis.statistics;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.FieldType;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The value of the column that rows are grouped by. Keys of one column are ordered: null first, numbers by size, false
 * before true, strings by their bytes. Immutable and thread-safe.
 */
public final class GroupKey implements Comparable<GroupKey> {

    /** What the original tools print for a null. */
    private static final String NULL_TEXT = "*unknown-type*";

    private final FieldType type;
    private final boolean absent;
    private final long number;
    private final byte[] bytes;

    private GroupKey(FieldType type, boolean absent, long number, byte[] bytes) {
        this.type = type;
        this.absent = absent;
        this.number = number;
        this.bytes = bytes;
    }

    static GroupKey ofNull(FieldType type) {
        return new GroupKey(type, true, 0, new byte[0]);
    }

    /**
     * Makes a key of a number.
     *
     * @param number the integer; 0 or 1 for a boolean, {@link Double#doubleToLongBits} for a double
     */
    static GroupKey of(FieldType type, long number) {
        return new GroupKey(type, false, number, new byte[0]);
    }

    static GroupKey of(FieldType type, byte[] bytes) {
        return new GroupKey(type, false, 0, bytes);
    }

    /** Tells whether this is the key of the rows that have no value in the column. */
    public boolean isNull() {
        return absent;
    }

    /** Returns the value: a Boolean, Long, Double, or as a String what {@link #toString} gives; null for a null. */
    public @Nullable Object value() {
        if (absent) {
            return null;
        }
        return switch (type) {
            case BOOL -> number != 0;
            case BYTE, INT32, INT64 -> number;
            case DOUBLE -> Double.longBitsToDouble(number);
            default -> toString();
        };
    }

    @Override
    public int compareTo(GroupKey other) {
        if (absent || other.absent) {
            return Boolean.compare(other.absent, absent);
        }
        return switch (type) {
            case BOOL, BYTE, INT32, INT64 -> Long.compare(number, other.number);
            case DOUBLE -> Double.compare(Double.longBitsToDouble(number), Double.longBitsToDouble(other.number));
            default -> Arrays.compareUnsigned(bytes, other.bytes);
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GroupKey key
                && type == key.type
                && absent == key.absent
                && number == key.number
                && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number) * 31 + Arrays.hashCode(bytes) + (absent ? 1 : 0);
    }

    /**
     * Returns the value as the original tools print it: doubles with 12 digits, strings as they are if all their bytes are
     * printable, else as hexadecimal digits.
     */
    @Override
    public String toString() {
        if (absent) {
            return NULL_TEXT;
        }
        return switch (type) {
            case BOOL -> number != 0 ? "true" : "false";
            case BYTE, INT32, INT64 -> Long.toString(number);
            case DOUBLE -> Stats.text(Double.longBitsToDouble(number), 12);
            default ->
                printable() ? new String(bytes, US_ASCII) : HexFormat.of().formatHex(bytes);
        };
    }

    private boolean printable() {
        for (byte character : bytes) {
            if (character < ' ' || character > '~') {
                return false;
            }
        }
        return true;
    }
}

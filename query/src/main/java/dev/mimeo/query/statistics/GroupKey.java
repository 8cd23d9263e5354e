package dev.mimeo.query.statistics;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.FieldType;
import dev.mimeo.internal.text.CNumberFormat;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The value of a column that rows are grouped by, or in a cube the mark that a group has rows of any value of the column.
 * Keys of one column are ordered: null first, numbers by size, false before true, strings by their bytes, the mark "any"
 * last. Null, any, and a string that reads like one of them are all different. Immutable and thread-safe.
 */
public final class GroupKey implements Comparable<GroupKey> {

    /** Text that the original tools print for a null. */
    private static final String NULL_TEXT = "*unknown-type*";

    private static final String ANY_TEXT = "*any*";

    private static final byte[] NO_BYTES = {};

    private static final GroupKey ANY = new GroupKey(FieldType.BOOL, Kind.ANY, 0, NO_BYTES);

    private enum Kind {
        NULL,
        VALUE,
        ANY
    }

    private final FieldType type;
    private final Kind kind;
    private final long number;
    private final byte[] bytes;

    private GroupKey(FieldType type, Kind kind, long number, byte[] bytes) {
        this.type = type;
        this.kind = kind;
        this.number = number;
        this.bytes = bytes;
    }

    static GroupKey ofNull(FieldType type) {
        return new GroupKey(type, Kind.NULL, 0, NO_BYTES);
    }

    /**
     * Makes a key of a number.
     *
     * @param number the integer; 0 or 1 for a boolean, {@link Double#doubleToLongBits} for a double
     */
    static GroupKey of(FieldType type, long number) {
        return new GroupKey(type, Kind.VALUE, number, NO_BYTES);
    }

    static GroupKey of(FieldType type, byte[] bytes) {
        return new GroupKey(type, Kind.VALUE, 0, bytes);
    }

    /** Returns the mark for groups of rows with any value of a column, null included. */
    static GroupKey any() {
        return ANY;
    }

    /** Returns whether this is the mark for groups of rows with any value of the column, null included. */
    public boolean isAny() {
        return kind == Kind.ANY;
    }

    /** Returns whether this is the key of the rows that have no value in the column. */
    public boolean isNull() {
        return kind == Kind.NULL;
    }

    /** Returns the value: a Boolean, Long, Double, or a copy of the bytes of a string as a byte[]; null for a null and for any. */
    public @Nullable Object value() {
        if (kind != Kind.VALUE) {
            return null;
        }
        return switch (type) {
            case BOOL -> number != 0;
            case BYTE, INT32, INT64 -> number;
            case DOUBLE -> Double.longBitsToDouble(number);
            default -> bytes.clone();
        };
    }

    @Override
    public int compareTo(GroupKey other) {
        if (kind != Kind.VALUE || other.kind != Kind.VALUE) {
            return kind.compareTo(other.kind);
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
                && kind == key.kind
                && number == key.number
                && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number) * 31 + Arrays.hashCode(bytes) + (kind == Kind.VALUE ? 0 : 1);
    }

    /**
     * Returns the value as the original tools print it: doubles with 12 digits, strings as they are if all their bytes are
     * printable, else as hexadecimal digits. Any is {@code *any*}.
     */
    @Override
    public String toString() {
        if (kind != Kind.VALUE) {
            return kind == Kind.NULL ? NULL_TEXT : ANY_TEXT;
        }
        return switch (type) {
            case BOOL -> number != 0 ? "true" : "false";
            case BYTE, INT32, INT64 -> Long.toString(number);
            case DOUBLE -> CNumberFormat.generalUnsignedNan(Double.longBitsToDouble(number), 12);
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

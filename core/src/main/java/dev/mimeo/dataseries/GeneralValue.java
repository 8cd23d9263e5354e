package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.text.CNumberFormat;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value of any field type, or null, which has no type.
 *
 * <p>Values are equal if their types and contents are; the two zeros of doubles are equal, and NaN equals itself, as in SQL.
 * Values are ordered within a type, null before all, NaN after all numbers; byte strings by their unsigned bytes. Conversions never change a value into another that fits:
 * what is outside the range of the wanted type is an {@link IllegalArgumentException}. Only the fraction of a double is
 * dropped where an integer is wanted. Null is false, 0 or empty.
 *
 * <p>Immutable.
 */
public final class GeneralValue implements Comparable<GeneralValue> {

    /** No value. */
    public static final GeneralValue NULL = new GeneralValue(null, 0, new byte[0]);

    /** Usual initial value of {@link #hash(int)}. */
    public static final int HASH_SEED = 1776;

    private static final int PRINTED_DIGITS = 12;

    private final @Nullable FieldType type;

    /** The value if it is not a byte string: 0 or 1, the integer, or the bits of the double. */
    private final long bits;

    private final byte[] bytes;

    private GeneralValue(@Nullable FieldType type, long bits, byte[] bytes) {
        this.type = type;
        this.bits = bits;
        this.bytes = bytes;
    }

    private static GeneralValue number(FieldType type, long bits) {
        return new GeneralValue(type, bits, NULL.bytes);
    }

    /** Returns a {@link FieldType#BOOL} value. */
    public static GeneralValue ofBoolean(boolean value) {
        return number(FieldType.BOOL, value ? 1 : 0);
    }

    /** Returns a {@link FieldType#BYTE} value: the low eight bits of a number. */
    public static GeneralValue ofByte(int value) {
        return number(FieldType.BYTE, value & 0xff);
    }

    /** Returns an {@link FieldType#INT32} value. */
    public static GeneralValue ofInt(int value) {
        return number(FieldType.INT32, value);
    }

    /** Returns an {@link FieldType#INT64} value. */
    public static GeneralValue ofLong(long value) {
        return number(FieldType.INT64, value);
    }

    /** Returns a {@link FieldType#DOUBLE} value. */
    public static GeneralValue ofDouble(double value) {
        return number(FieldType.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /** Returns a {@link FieldType#VARIABLE32} value of the UTF-8 bytes of a string. */
    public static GeneralValue ofString(String value) {
        return new GeneralValue(FieldType.VARIABLE32, 0, value.getBytes(UTF_8));
    }

    /** Returns a {@link FieldType#VARIABLE32} value of bytes, which are copied. */
    public static GeneralValue ofBytes(byte[] value) {
        return new GeneralValue(FieldType.VARIABLE32, 0, value.clone());
    }

    /** Returns a {@link FieldType#FIXEDWIDTH} value of bytes, which are copied. */
    public static GeneralValue ofFixedWidth(byte[] value) {
        return new GeneralValue(FieldType.FIXEDWIDTH, 0, value.clone());
    }

    /**
     * Returns a value of an extent as it is stored, without an {@code opt_doublebase}.
     *
     * @throws IndexOutOfBoundsException if the extent does not have the field or the row
     */
    public static GeneralValue of(Extent extent, int field, int row) {
        if (extent.isNull(field, row)) {
            return NULL;
        }
        return switch (extent.type().fields().get(field).type()) {
            case BOOL -> ofBoolean(extent.booleans(field)[row]);
            case BYTE -> ofByte(extent.bytes(field)[row]);
            case INT32 -> ofInt(extent.ints(field)[row]);
            case INT64 -> ofLong(extent.longs(field)[row]);
            case DOUBLE -> ofDouble(extent.doubles(field)[row]);
            case VARIABLE32 ->
                new GeneralValue(
                        FieldType.VARIABLE32, 0, extent.variables(field).copy(row));
            case FIXEDWIDTH ->
                new GeneralValue(
                        FieldType.FIXEDWIDTH, 0, extent.fixedWidths(field).copy(row));
        };
    }

    /**
     * Reads a value of a type from text, as {@link #toText()} gives it.
     *
     * @throws IllegalArgumentException if the text is not such a value
     */
    public static GeneralValue parse(FieldType type, String text) {
        GeneralValue value = ofString(text);
        return value.to(type);
    }

    /** Returns the type, or null if there is no value. */
    public @Nullable FieldType type() {
        return type;
    }

    /** Returns whether there is no value. */
    public boolean isNull() {
        return type == null;
    }

    private boolean isText() {
        return type == FieldType.VARIABLE32 || type == FieldType.FIXEDWIDTH;
    }

    private String text() {
        return new String(bytes, UTF_8);
    }

    private double number() {
        return Double.longBitsToDouble(bits);
    }

    /** Returns this value as one of another type; null stays null. */
    public GeneralValue to(FieldType wanted) {
        if (type == null || type == wanted) {
            return this;
        }
        return switch (wanted) {
            case BOOL -> ofBoolean(toBoolean());
            case BYTE -> ofByte(toByte());
            case INT32 -> ofInt(toInt());
            case INT64 -> ofLong(toLong());
            case DOUBLE -> ofDouble(toDouble());
            case VARIABLE32, FIXEDWIDTH -> new GeneralValue(wanted, 0, toBytes());
        };
    }

    /** Returns the value as a bool: whether a number is not 0; text must be true, on, yes, false, off or no. */
    public boolean toBoolean() {
        if (isText()) {
            return Conversions.toBoolean(text());
        }
        return type == FieldType.DOUBLE ? number() != 0 : bits != 0;
    }

    /** Returns the value as a byte, 0 to 255. */
    public int toByte() {
        return Conversions.toByte(toLong());
    }

    /** Returns the value as a 32-bit integer. */
    public int toInt() {
        return Conversions.toInt(toLong());
    }

    /** Returns the value as a 64-bit integer; text must be decimal. */
    public long toLong() {
        if (isText()) {
            return Conversions.toLong(text());
        }
        return type == FieldType.DOUBLE ? Conversions.toLong(number()) : bits;
    }

    /** Returns the value as a double; text is taken as C's {@code strtod} does. */
    public double toDouble() {
        if (isText()) {
            return Conversions.toDouble(text());
        }
        return type == FieldType.DOUBLE ? number() : bits;
    }

    /** Returns the value as text: true or false, numbers in decimal, doubles with 20 digits, bytes as UTF-8. */
    public String toText() {
        return type == null ? "" : isText() ? text() : numberText(20);
    }

    /** Returns the bytes of a byte string, or those of {@link #toText()} in UTF-8. The array is the caller's. */
    public byte[] toBytes() {
        return isText() ? bytes.clone() : toText().getBytes(UTF_8);
    }

    private String numberText(int digits) {
        if (type == FieldType.BOOL) {
            return Boolean.toString(bits != 0);
        }
        return type == FieldType.DOUBLE ? CNumberFormat.general(number(), digits) : Long.toString(bits);
    }

    /**
     * Returns the hash of the original library, by which it orders groups: a mix after Jenkins.
     *
     * @param seed initial value, normally {@link #HASH_SEED}
     */
    public int hash(int seed) {
        if (type == null) {
            return seed;
        }
        int low = (int) bits;
        return switch (type) {
            case BOOL -> Mixing.jenkins96(low, 1492, seed);
            case BYTE -> Mixing.jenkins96(low, 1941, seed);
            case INT32 -> Mixing.jenkins96(low, 1861, seed);
            case INT64, DOUBLE -> Mixing.jenkins96(low, (int) (bits >>> 32), seed);
            case VARIABLE32, FIXEDWIDTH -> JenkinsHash.hash(seed, bytes, 0, bytes.length);
        };
    }

    /**
     * Compares with a value of the same type, or null.
     *
     * @throws IllegalArgumentException if neither is null and the types differ
     */
    @Override
    public int compareTo(GeneralValue other) {
        if (type == null || other.type == null) {
            return Boolean.compare(type != null, other.type != null);
        }
        if (type != other.type) {
            throw new IllegalArgumentException(
                    "cannot compare a value of type " + type.xmlName() + " with one of type " + other.type.xmlName());
        }
        return switch (type) {
            case BOOL, BYTE, INT32, INT64 -> Long.compare(bits, other.bits);
            case DOUBLE -> Double.compare(number() + 0.0, other.number() + 0.0);
            case VARIABLE32, FIXEDWIDTH -> Arrays.compareUnsigned(bytes, other.bytes);
        };
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof GeneralValue other
                && type == other.type
                && comparableBits() == other.comparableBits()
                && Arrays.equals(bytes, other.bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, comparableBits(), Arrays.hashCode(bytes));
    }

    /** Returns bits that are equal if the values are. Adding zero makes the two zeros one. */
    private long comparableBits() {
        return type == FieldType.DOUBLE ? Double.doubleToLongBits(number() + 0.0) : bits;
    }

    /**
     * Prints the value as the original library does: true or false, integers in decimal, doubles with 12 significant
     * digits, byte strings as they are if all bytes are printable ASCII and else in hexadecimal, and
     * {@code *unknown-type*} for null.
     */
    @Override
    public String toString() {
        if (type == null) {
            return "*unknown-type*";
        }
        if (!isText()) {
            return numberText(PRINTED_DIGITS);
        }
        for (byte value : bytes) {
            if (value < 0x20 || value > 0x7e) {
                return HexFormat.of().formatHex(bytes);
            }
        }
        return text();
    }
}

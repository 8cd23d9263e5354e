package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.Loss;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The values of a column, or of a block of one: an array of the type's own, and which of them are NULL.
 *
 * <p>The arrays are not copied, neither on the way in nor out. Where a value is NULL the array holds 0, false or an empty
 * text. Thread-safe as long as nobody changes the arrays.
 */
public final class ColumnArray {

    private final ColumnSchema.Type type;
    private final int rows;
    private final Object values;
    private final long @Nullable [] nulls;

    private ColumnArray(ColumnSchema.Type type, int rows, Object values, long @Nullable [] nulls) {
        if (nulls != null && nulls.length < (rows + 63) / 64) {
            throw new IllegalArgumentException(nulls.length + " words of NULLs for " + rows + " rows");
        }
        this.type = type;
        this.rows = rows;
        this.values = values;
        this.nulls = nulls;
    }

    /**
     * Makes a column of float32.
     *
     * @param nulls bit {@code row % 64} of word {@code row / 64} is 1 where the value is NULL; null if none is
     */
    public static ColumnArray ofFloats(float[] values, long @Nullable [] nulls) {
        return new ColumnArray(ColumnSchema.Type.FLOAT32, values.length, values, nulls);
    }

    /** Makes a column of float64; see {@link #ofFloats}. */
    public static ColumnArray ofDoubles(double[] values, long @Nullable [] nulls) {
        return new ColumnArray(ColumnSchema.Type.FLOAT64, values.length, values, nulls);
    }

    /** Makes a column of int64; see {@link #ofFloats}. */
    public static ColumnArray ofLongs(long[] values, long @Nullable [] nulls) {
        return new ColumnArray(ColumnSchema.Type.INT64, values.length, values, nulls);
    }

    /** Makes a column of times; see {@link #ofFloats}. */
    public static ColumnArray ofTimes(long[] values, long @Nullable [] nulls) {
        return new ColumnArray(ColumnSchema.Type.TIMESTAMP, values.length, values, nulls);
    }

    /** Makes a column of truth values; see {@link #ofFloats}. */
    public static ColumnArray ofBooleans(boolean[] values, long @Nullable [] nulls) {
        return new ColumnArray(ColumnSchema.Type.BOOL, values.length, values, nulls);
    }

    /** Makes a column of texts; see {@link #ofFloats}. */
    public static ColumnArray ofTexts(String[] values, long @Nullable [] nulls) {
        return new ColumnArray(ColumnSchema.Type.TEXT, values.length, values, nulls);
    }

    /** Returns a bit for each row that a condition holds for, or null if it holds for none. */
    public static long @Nullable [] nulls(int rows, IntPredicate isNull) {
        long[] bits = new long[(rows + 63) / 64];
        boolean any = false;
        for (int row = 0; row < rows; row++) {
            if (isNull.test(row)) {
                bits[row >> 6] |= 1L << row;
                any = true;
            }
        }
        return any ? bits : null;
    }

    /** Makes room for the values of a type, none of which is NULL. */
    public static ColumnArray allocate(ColumnSchema.Type type, int rows) {
        return new ColumnArray(type, rows, values(type, rows), null);
    }

    /** Makes room for the values of a type, none of which is NULL at first. */
    public static ColumnArray allocateNullable(ColumnSchema.Type type, int rows) {
        return new ColumnArray(type, rows, values(type, rows), new long[(rows + 63) / 64]);
    }

    private static Object values(ColumnSchema.Type type, int rows) {
        return switch (type) {
            case FLOAT32 -> new float[rows];
            case FLOAT64 -> new double[rows];
            case INT64, TIMESTAMP -> new long[rows];
            case BOOL -> new boolean[rows];
            case TEXT -> {
                String[] texts = new String[rows];
                Arrays.fill(texts, "");
                yield texts;
            }
        };
    }

    /** Copies a column of floating point numbers. */
    ColumnArray copyOfFloating() {
        return type == ColumnSchema.Type.FLOAT32
                ? ofFloats(floats().clone(), nulls)
                : ofDoubles(doubles().clone(), nulls);
    }

    /** Rounds the values of a range of a floating point column, as {@link Loss#round} does. */
    void round(Loss loss, int from, int count) {
        if (type == ColumnSchema.Type.FLOAT32) {
            loss.round(floats(), from, count);
        } else {
            loss.round(doubles(), from, count);
        }
    }

    /** Returns the type. */
    public ColumnSchema.Type type() {
        return type;
    }

    /** Returns the number of values. */
    public int rows() {
        return rows;
    }

    /** Returns the bits of NULLs, as {@link #ofFloats} takes them, or null if no value is NULL. */
    public long @Nullable [] nulls() {
        return nulls;
    }

    /** Returns whether a value is NULL. */
    public boolean isNull(int row) {
        return nulls != null && (nulls[row >> 6] >>> row & 1) != 0;
    }

    /** Returns the number of NULLs. */
    public int nullCount() {
        int count = 0;
        if (nulls != null) {
            for (int word = 0; word < rows >> 6; word++) {
                count += Long.bitCount(nulls[word]);
            }
            if ((rows & 63) != 0) {
                count += Long.bitCount(nulls[rows >> 6] & (1L << rows) - 1);
            }
        }
        return count;
    }

    /** Returns whether another column has the same type, the same NULLs and, bit for bit, the same other values. */
    public boolean isSame(ColumnArray other) {
        if (type != other.type || rows != other.rows) {
            return false;
        }
        for (int row = 0; row < rows; row++) {
            boolean isNull = isNull(row);
            if (isNull != other.isNull(row)) {
                return false;
            }
            boolean isEqual = type == ColumnSchema.Type.TEXT
                    ? texts()[row].equals(other.texts()[row])
                    : ConstantBlock.bits(this, row) == ConstantBlock.bits(other, row);
            if (!isNull && !isEqual) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the values of a column of float32.
     *
     * @throws ClassCastException if the column is of another type, here and below
     */
    public float[] floats() {
        return (float[]) values;
    }

    /** Returns the values of a column of float64. */
    public double[] doubles() {
        return (double[]) values;
    }

    /** Returns the values of a column of int64 or times. */
    public long[] longs() {
        return (long[]) values;
    }

    /** Returns the values of a column of truth values. */
    public boolean[] booleans() {
        return (boolean[]) values;
    }

    /** Returns the values of a column of texts. */
    public String[] texts() {
        return (String[]) values;
    }
}

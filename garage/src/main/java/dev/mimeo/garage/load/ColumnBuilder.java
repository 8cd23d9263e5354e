package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Values of a column, in any order of rows; what is not set is NULL. Numbers get the narrowest type that holds them all. For one
 * thread at a time.
 */
final class ColumnBuilder {

    /** Outcome of setting a value. */
    enum Outcome {
        /** There was none. */
        NEW,
        /** There was the same one. */
        SAME,
        /** There was another one, which stays. */
        DIFFERENT
    }

    /** Bytes of a reference and a short text. */
    private static final int TEXT_BYTES = 32;

    private ColumnSchema.@Nullable Type type;

    /** The values of columns that are not texts, as {@link #set(int, ColumnSchema.Type, long)} takes them. */
    private final LongBlocks bits = new LongBlocks();

    private @Nullable String[] texts = {};

    /** Rows whose value is set; there is room for it in the bits or the texts. */
    private final BitSet present = new BitSet();

    private int rounded;

    /** Returns the type, null as long as there is no value. */
    ColumnSchema.@Nullable Type type() {
        return type;
    }

    /** Returns how many whole numbers were rounded because others of the column have fractions. */
    int rounded() {
        return rounded;
    }

    /** Returns about how much memory the values take. */
    long bytes() {
        return bits.bytes() + (long) TEXT_BYTES * texts.length + present.size() / Byte.SIZE;
    }

    /**
     * Sets a value that is not a text.
     *
     * @param valueType its type; numbers of different types have one in common, others none
     * @param value its bits; those of a float are in the lower half
     */
    Outcome set(int row, ColumnSchema.Type valueType, long value) {
        ColumnSchema.Type common = common(valueType);
        if (common != type) {
            widen(common);
        }
        long converted = convert(value, valueType, common);
        if (present.get(row)) {
            return bits.get(row) == converted ? Outcome.SAME : Outcome.DIFFERENT;
        }
        bits.reserve(row);
        bits.put(row, converted);
        present.set(row);
        return Outcome.NEW;
    }

    Outcome set(int row, String value) {
        ColumnSchema.Type known = type;
        if (known != null && known != ColumnSchema.Type.TEXT) {
            throw new IllegalStateException("a text in a column of " + known);
        }
        type = ColumnSchema.Type.TEXT;
        if (present.get(row)) {
            return value.equals(texts[row]) ? Outcome.SAME : Outcome.DIFFERENT;
        }
        if (row >= texts.length) {
            texts = Arrays.copyOf(texts, LongBlocks.grown(row));
        }
        texts[row] = value;
        present.set(row);
        return Outcome.NEW;
    }

    /** Returns the narrowest type that holds values of the type of the column and of another one. */
    private ColumnSchema.Type common(ColumnSchema.Type other) {
        ColumnSchema.Type known = type;
        if (known == null || known == other) {
            return other;
        }
        boolean areNumbers = isNumber(known) && isNumber(other);
        if (!areNumbers) {
            throw new IllegalStateException(other + " in a column of " + known);
        }
        return ColumnSchema.Type.FLOAT64;
    }

    private static boolean isNumber(ColumnSchema.Type type) {
        return type == ColumnSchema.Type.INT64 || type.isFloating();
    }

    /** Changes the type of the column, and with it the values. */
    private void widen(ColumnSchema.Type wanted) {
        ColumnSchema.Type known = type;
        if (known != null) {
            for (int row = present.nextSetBit(0); row >= 0; row = present.nextSetBit(row + 1)) {
                bits.put(row, convert(bits.get(row), known, wanted));
            }
        }
        type = wanted;
    }

    /** Converts a number to the same or a wider type, and counts those that were rounded. */
    private long convert(long value, ColumnSchema.Type from, ColumnSchema.Type to) {
        if (from == to) {
            return value;
        }
        double converted = from == ColumnSchema.Type.FLOAT32 ? Float.intBitsToFloat((int) value) : (double) value;
        // The cast of 2^63 saturates to a number that is not a double.
        boolean isExact = from == ColumnSchema.Type.FLOAT32 || ((long) converted == value && value != Long.MAX_VALUE);
        rounded += isExact ? 0 : 1;
        return Double.doubleToRawLongBits(converted);
    }

    /** Returns a value for messages. */
    String show(int row) {
        ColumnSchema.Type known = type;
        if (known == null || !present.get(row)) {
            return "NULL";
        }
        return switch (known) {
            case TEXT -> "'" + texts[row] + "'";
            case FLOAT32 -> Float.toString(Float.intBitsToFloat((int) bits.get(row)));
            case FLOAT64 -> Double.toString(Double.longBitsToDouble(bits.get(row)));
            case BOOL -> bits.get(row) == 0 ? "false" : "true";
            case INT64, TIMESTAMP -> Long.toString(bits.get(row));
        };
    }

    /**
     * Returns the values of rows.
     *
     * @param order number of the row of each, null for their own order
     */
    ColumnArray build(int rows, int @Nullable [] order) {
        ColumnSchema.Type known = type == null ? ColumnSchema.Type.FLOAT64 : type;
        boolean hasNulls = present.nextClearBit(0) < rows;
        long[] nulls = hasNulls ? ColumnArray.nulls(rows, row -> !present.get(order == null ? row : order[row])) : null;
        return switch (known) {
            case FLOAT32 -> {
                float[] values = new float[rows];
                for (int row = 0; row < rows; row++) {
                    values[row] = Float.intBitsToFloat((int) at(row, order));
                }
                yield ColumnArray.ofFloats(values, nulls);
            }
            case FLOAT64 -> {
                double[] values = new double[rows];
                for (int row = 0; row < rows; row++) {
                    values[row] = Double.longBitsToDouble(at(row, order));
                }
                yield ColumnArray.ofDoubles(values, nulls);
            }
            case INT64 -> ColumnArray.ofLongs(longs(rows, order), nulls);
            case TIMESTAMP -> ColumnArray.ofTimes(longs(rows, order), nulls);
            case BOOL -> {
                boolean[] values = new boolean[rows];
                for (int row = 0; row < rows; row++) {
                    values[row] = at(row, order) != 0;
                }
                yield ColumnArray.ofBooleans(values, nulls);
            }
            case TEXT -> {
                String[] values = new String[rows];
                for (int row = 0; row < rows; row++) {
                    int from = order == null ? row : order[row];
                    String text = from < texts.length ? texts[from] : null;
                    values[row] = text == null ? "" : text;
                }
                yield ColumnArray.ofTexts(values, nulls);
            }
        };
    }

    private long[] longs(int rows, int @Nullable [] order) {
        long[] values = new long[rows];
        if (order == null) {
            bits.copyTo(values);
            return values;
        }
        for (int row = 0; row < rows; row++) {
            values[row] = at(row, order);
        }
        return values;
    }

    private long at(int row, int @Nullable [] order) {
        int from = order == null ? row : order[row];
        return from < bits.capacity() ? bits.get(from) : 0;
    }

    /** Writes the values of rows for {@link #merge}. */
    void write(DataOutputStream out, int rows) throws IOException {
        out.writeUTF(type == null ? "" : type.name());
        for (int row = 0; type != null && row < rows; row++) {
            boolean isSet = present.get(row);
            out.writeBoolean(isSet);
            if (isSet && type == ColumnSchema.Type.TEXT) {
                byte[] text = String.valueOf(texts[row]).getBytes(StandardCharsets.UTF_8);
                out.writeInt(text.length);
                out.write(text);
            } else if (isSet) {
                out.writeLong(bits.get(row));
            }
        }
    }

    /** Takes the outcome of setting a value. */
    @FunctionalInterface
    interface OutcomeReader {
        void read(int row, Outcome outcome) throws IOException;
    }

    /** Sets values that {@link #write} wrote. */
    void merge(DataInputStream in, int[] rows, OutcomeReader outcomes) throws IOException {
        String name = in.readUTF();
        if (name.isEmpty()) {
            return;
        }
        ColumnSchema.Type written = ColumnSchema.Type.valueOf(name);
        for (int row : rows) {
            if (!in.readBoolean()) {
                continue;
            }
            if (written == ColumnSchema.Type.TEXT) {
                String text = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
                outcomes.read(row, set(row, text));
            } else {
                outcomes.read(row, set(row, written, in.readLong()));
            }
        }
    }
}

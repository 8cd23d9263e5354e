package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

    private static final int FEWEST = 16;

    /** Rows of a block of bits; a column grows by blocks, so that long ones are never copied. */
    private static final int BLOCK_SHIFT = 10;

    private static final int BLOCK_ROWS = 1 << BLOCK_SHIFT;

    private static final long[] NO_BITS = {};

    /** Bytes of a reference and a short text. */
    private static final int TEXT_BYTES = 32;

    private ColumnSchema.@Nullable Type type;
    private long[][] blocks = {};
    private int capacity;
    private @Nullable String[] texts = {};
    private long[] present = {};
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
        return 8L * capacity + 8L * blocks.length + (long) TEXT_BYTES * texts.length + 8L * present.length;
    }

    /**
     * Sets a value that is not a text.
     *
     * @param valueType its type; numbers of different types have one in common, others none
     * @param value its bits; those of a float are in the lower half
     */
    Outcome set(int row, ColumnSchema.Type valueType, long value) {
        if (row < capacity && !isSet(row)) {
            if (valueType == type) {
                put(row, value);
                return Outcome.NEW;
            }
            if (type == ColumnSchema.Type.FLOAT64 && valueType == ColumnSchema.Type.INT64) {
                put(row, convert(value, valueType, ColumnSchema.Type.FLOAT64));
                return Outcome.NEW;
            }
        }
        ColumnSchema.Type common = common(valueType);
        widen(common);
        long converted = convert(value, valueType, common);
        if (isSet(row)) {
            return bits(row) == converted ? Outcome.SAME : Outcome.DIFFERENT;
        }
        if (row >= capacity) {
            reserve(row);
        }
        put(row, converted);
        return Outcome.NEW;
    }

    private void put(int row, long value) {
        blocks[row >> BLOCK_SHIFT][row & BLOCK_ROWS - 1] = value;
        mark(row);
    }

    private long bits(int row) {
        return blocks[row >> BLOCK_SHIFT][row & BLOCK_ROWS - 1];
    }

    /** Makes room for the bits of a row and all before. Only the last block may be shorter than others. */
    private void reserve(int row) {
        int block = row >> BLOCK_SHIFT;
        int filled = blocks.length;
        if (block >= filled) {
            blocks = Arrays.copyOf(blocks, block + 1);
            Arrays.fill(blocks, filled, block, NO_BITS);
            blocks[block] = NO_BITS;
            for (int i = Math.max(0, filled - 1); i < block; i++) {
                blocks[i] = Arrays.copyOf(blocks[i], BLOCK_ROWS);
            }
        }
        int last = row & BLOCK_ROWS - 1;
        int length = block > 0 ? BLOCK_ROWS : Math.min(BLOCK_ROWS, grown(last));
        blocks[block] = Arrays.copyOf(blocks[block], length);
        capacity = (block << BLOCK_SHIFT) + length;
    }

    Outcome set(int row, String value) {
        ColumnSchema.Type known = type;
        if (known != null && known != ColumnSchema.Type.TEXT) {
            throw new IllegalStateException("a text in a column of " + known);
        }
        type = ColumnSchema.Type.TEXT;
        if (isSet(row)) {
            return value.equals(texts[row]) ? Outcome.SAME : Outcome.DIFFERENT;
        }
        if (row >= texts.length) {
            texts = Arrays.copyOf(texts, grown(row));
        }
        texts[row] = value;
        mark(row);
        return Outcome.NEW;
    }

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

    private void widen(ColumnSchema.Type wanted) {
        ColumnSchema.Type known = type;
        if (known != null && known != wanted) {
            for (int row = 0; row < capacity; row++) {
                if (isSet(row)) {
                    blocks[row >> BLOCK_SHIFT][row & BLOCK_ROWS - 1] = convert(bits(row), known, wanted);
                }
            }
        }
        type = wanted;
    }

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

    private static int grown(int row) {
        return Math.max(FEWEST, row + (row >> 1) + 1);
    }

    private boolean isSet(int row) {
        int word = row >> 6;
        return word < present.length && (present[word] >>> row & 1) != 0;
    }

    private void mark(int row) {
        int word = row >> 6;
        if (word >= present.length) {
            present = Arrays.copyOf(present, word + (word >> 1) + 1);
        }
        present[word] |= 1L << row;
    }

    /** Returns a value for messages. */
    String show(int row) {
        ColumnSchema.Type known = type;
        if (known == null || !isSet(row)) {
            return "NULL";
        }
        return switch (known) {
            case TEXT -> "'" + texts[row] + "'";
            case FLOAT32 -> Float.toString(Float.intBitsToFloat((int) bits(row)));
            case FLOAT64 -> Double.toString(Double.longBitsToDouble(bits(row)));
            case BOOL -> bits(row) == 0 ? "false" : "true";
            case INT64, TIMESTAMP -> Long.toString(bits(row));
        };
    }

    /**
     * Returns the values of rows.
     *
     * @param order number of the row of each, null for their own order
     */
    ColumnArray build(int rows, int @Nullable [] order) {
        ColumnSchema.Type known = type == null ? ColumnSchema.Type.FLOAT64 : type;
        long[] nulls = isFull(rows) ? null : ColumnArray.nulls(rows, row -> !isSet(order == null ? row : order[row]));
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

    private boolean isFull(int rows) {
        int words = rows >> 6;
        long last = (1L << rows) - 1;
        boolean isFull = present.length > words && (present[words] & last) == last;
        for (int word = 0; word < words && isFull; word++) {
            isFull = present[word] == -1L;
        }
        return isFull;
    }

    private long[] longs(int rows, int @Nullable [] order) {
        long[] values = new long[rows];
        if (order == null) {
            for (int from = 0; from < Math.min(rows, capacity); from += BLOCK_ROWS) {
                long[] block = blocks[from >> BLOCK_SHIFT];
                System.arraycopy(block, 0, values, from, Math.min(block.length, rows - from));
            }
            return values;
        }
        for (int row = 0; row < rows; row++) {
            values[row] = at(row, order);
        }
        return values;
    }

    private long at(int row, int @Nullable [] order) {
        int from = order == null ? row : order[row];
        return from < capacity ? bits(from) : 0;
    }

    /** Writes the values of rows for {@link #merge}. */
    void write(DataOutputStream out, int rows) throws IOException {
        out.writeUTF(type == null ? "" : type.name());
        for (int row = 0; type != null && row < rows; row++) {
            boolean isSet = isSet(row);
            out.writeBoolean(isSet);
            if (isSet && type == ColumnSchema.Type.TEXT) {
                byte[] text = String.valueOf(texts[row]).getBytes(StandardCharsets.UTF_8);
                out.writeInt(text.length);
                out.write(text);
            } else if (isSet) {
                out.writeLong(bits(row));
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

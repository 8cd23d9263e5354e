package dev.mimeo.sql.internal;

import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * Copies ranges of arrays into vectors of the engine. Where the memory of vectors can be reached, a whole range is copied
 * at once, which takes a fifth of the time of setting each value. Not thread-safe.
 */
public final class VectorFiller {

    private final @Nullable VectorMemory memory;
    private byte[] bytes = new byte[0];

    /** Makes a filler that copies into the memory of vectors where that can be reached. */
    public VectorFiller() {
        this(true);
    }

    /**
     * Makes a filler.
     *
     * @param direct whether to copy into the memory of vectors where that can be reached
     */
    public VectorFiller(boolean direct) {
        this.memory = direct ? VectorMemory.INSTANCE : null;
    }

    /**
     * Fills a vector of BOOLEAN.
     *
     * @param values values of all rows
     * @param nulls flags of all rows, set where there is no value; null for none
     * @param from first row to copy
     * @param rows rows to copy, at most what the vector holds
     */
    public void putBooleans(
            DuckDBWritableVector vector, boolean[] values, boolean @Nullable [] nulls, int from, int rows) {
        if (memory == null) {
            for (int i = 0; i < rows; i++) {
                if (isNull(vector, nulls, from, i)) {
                    continue;
                }
                vector.setBoolean(i, values[from + i]);
            }
            return;
        }
        bytes = bytes.length < rows ? new byte[rows] : bytes;
        for (int i = 0; i < rows; i++) {
            bytes[i] = (byte) (values[from + i] ? 1 : 0);
        }
        memory.data(vector).put(0, bytes, 0, rows);
        memory.putValidity(vector, nulls, from, rows);
    }

    /** Fills a vector of UTINYINT, as {@link #putBooleans} does. */
    public void putBytes(DuckDBWritableVector vector, byte[] values, boolean @Nullable [] nulls, int from, int rows) {
        if (memory != null) {
            memory.data(vector).put(0, values, from, rows);
            memory.putValidity(vector, nulls, from, rows);
            return;
        }
        for (int i = 0; i < rows; i++) {
            if (!isNull(vector, nulls, from, i)) {
                vector.setUint8(i, values[from + i] & 0xff);
            }
        }
    }

    /** Fills a vector of INTEGER, as {@link #putBooleans} does. */
    public void putInts(DuckDBWritableVector vector, int[] values, boolean @Nullable [] nulls, int from, int rows) {
        if (memory != null) {
            memory.data(vector).asIntBuffer().put(0, values, from, rows);
            memory.putValidity(vector, nulls, from, rows);
            return;
        }
        for (int i = 0; i < rows; i++) {
            if (!isNull(vector, nulls, from, i)) {
                vector.setInt(i, values[from + i]);
            }
        }
    }

    /** Fills a vector of BIGINT, as {@link #putBooleans} does. */
    public void putLongs(DuckDBWritableVector vector, long[] values, boolean @Nullable [] nulls, int from, int rows) {
        if (memory != null) {
            memory.data(vector).asLongBuffer().put(0, values, from, rows);
            memory.putValidity(vector, nulls, from, rows);
            return;
        }
        for (int i = 0; i < rows; i++) {
            if (!isNull(vector, nulls, from, i)) {
                vector.setLong(i, values[from + i]);
            }
        }
    }

    /** Fills a vector of FLOAT, as {@link #putBooleans} does. */
    public void putFloats(DuckDBWritableVector vector, float[] values, boolean @Nullable [] nulls, int from, int rows) {
        if (memory != null) {
            memory.data(vector).asFloatBuffer().put(0, values, from, rows);
            memory.putValidity(vector, nulls, from, rows);
            return;
        }
        for (int i = 0; i < rows; i++) {
            if (!isNull(vector, nulls, from, i)) {
                vector.setFloat(i, values[from + i]);
            }
        }
    }

    /** Fills a vector of DOUBLE, as {@link #putBooleans} does. */
    public void putDoubles(
            DuckDBWritableVector vector, double[] values, boolean @Nullable [] nulls, int from, int rows) {
        if (memory != null) {
            memory.data(vector).asDoubleBuffer().put(0, values, from, rows);
            memory.putValidity(vector, nulls, from, rows);
            return;
        }
        for (int i = 0; i < rows; i++) {
            if (!isNull(vector, nulls, from, i)) {
                vector.setDouble(i, values[from + i]);
            }
        }
    }

    /**
     * Fills a vector of VARCHAR or BLOB.
     *
     * @param payload bytes of the values, one after the other; of VARCHAR they are UTF-8
     * @param lengths bytes of each, -1 where there is no value
     * @param rows rows to fill
     */
    public void putStrings(DuckDBWritableVector vector, byte[] payload, long[] lengths, int rows) {
        if (memory != null) {
            memory.putStrings(vector, payload, lengths, rows);
            memory.putValidity(vector, lengths, rows);
            return;
        }
        byte[][] values = new byte[rows][];
        int at = 0;
        for (int i = 0; i < rows; i++) {
            if (lengths[i] >= 0) {
                int end = at + (int) lengths[i];
                values[i] = Arrays.copyOfRange(payload, at, end);
                at = end;
            }
        }
        vector.setStringUtf8Batch(0, values);
    }

    /**
     * Fills a vector of VARCHAR with one value.
     *
     * @param value in UTF-8
     * @param rows rows to fill
     */
    public void putRepeated(DuckDBWritableVector vector, byte[] value, int rows) {
        if (memory != null && memory.putRepeated(vector, value, rows)) {
            return;
        }
        byte[] payload = new byte[Math.multiplyExact(value.length, rows)];
        long[] lengths = new long[rows];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(value, 0, payload, i * value.length, value.length);
            lengths[i] = value.length;
        }
        putStrings(vector, payload, lengths, rows);
    }

    private static boolean isNull(DuckDBWritableVector vector, boolean @Nullable [] nulls, int from, int row) {
        if (nulls == null || !nulls[from + row]) {
            return false;
        }
        vector.setNull(row);
        return true;
    }
}

package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.ByteSink;
import java.util.Arrays;

/**
 * Blocks whose rows all have the same value. They are stored in the directory, without a chunk, because most counters of a server
 * never change.
 */
final class ConstantBlock {

    private ConstantBlock() {}

    /**
     * Writes the directory entry of rows that are all equal, bit for bit. A text must equal the name of the server.
     *
     * @return whether the rows are such; if not, nothing is written
     */
    static boolean write(ColumnArray values, int from, int count, String server, ByteSink directory) {
        int nulls = 0;
        if (values.nulls() != null) {
            while (nulls < count && values.isNull(from + nulls)) {
                nulls++;
            }
            if (nulls == count) {
                BlockDirectory.writeKind(BlockDirectory.Kind.NULL, directory);
                return true;
            }
            for (int row = from; row < from + count; row++) {
                if (values.isNull(row)) {
                    return false;
                }
            }
        }
        if (values.type() == ColumnSchema.Type.TEXT) {
            boolean same = true;
            for (int row = from; same && row < from + count; row++) {
                same = values.texts()[row].equals(server);
            }
            if (same) {
                BlockDirectory.writeKind(BlockDirectory.Kind.SERVER, directory);
            }
            return same;
        }
        long bits = bits(values, from);
        for (int row = from + 1; row < from + count; row++) {
            if (bits(values, row) != bits) {
                return false;
            }
        }
        BlockDirectory.writeConstant(values.type(), bits, directory);
        return true;
    }

    /** Returns the bits of a value that is no text. */
    static long bits(ColumnArray values, int row) {
        return switch (values.type()) {
            case FLOAT32 -> Float.floatToRawIntBits(values.floats()[row]);
            case FLOAT64 -> Double.doubleToRawLongBits(values.doubles()[row]);
            case INT64, TIMESTAMP -> values.longs()[row];
            case BOOL -> values.booleans()[row] ? 1 : 0;
            case TEXT -> throw new IllegalArgumentException("text has no bits");
        };
    }

    /**
     * Fills rows with the value of a directory entry.
     *
     * @param bits value as {@link BlockDirectory#writeConstant} takes it; ignored for NULL and text
     * @param server name of the server, the value of a text
     */
    static void fill(ColumnArray values, int from, int count, BlockDirectory.Kind kind, long bits, String server) {
        int end = from + count;
        if (kind == BlockDirectory.Kind.NULL) {
            long[] nulls = values.nulls();
            for (int row = from; nulls != null && row < end; row++) {
                nulls[row >> 6] |= 1L << row;
            }
            return;
        }
        switch (values.type()) {
            case FLOAT32 -> Arrays.fill(values.floats(), from, end, Float.intBitsToFloat((int) bits));
            case FLOAT64 -> Arrays.fill(values.doubles(), from, end, Double.longBitsToDouble(bits));
            case INT64, TIMESTAMP -> Arrays.fill(values.longs(), from, end, bits);
            case BOOL -> Arrays.fill(values.booleans(), from, end, bits != 0);
            case TEXT -> Arrays.fill(values.texts(), from, end, server);
        }
    }
}

package dev.mimeo.sql;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.FixedWidthColumn;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.sql.internal.VectorFiller;
import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * Copies ranges of columns of extents into vectors of the engine. Not thread-safe.
 */
final class VectorWriter {

    private static final byte[] HEX_DIGITS = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private final VectorFiller filler;
    private byte[] payload = new byte[1 << 16];
    private long[] lengths = new long[0];

    /** @param direct whether to copy into the memory of vectors where that can be reached */
    VectorWriter(boolean direct) {
        this.filler = new VectorFiller(direct);
    }

    /** Returns the number of rows to copy at once, at least one, so that their strings have at most a number of bytes. */
    static int limit(TraceColumn column, Extent extent, int from, int rows, long stringBytes) {
        int field = column.field().index();
        if (column.field().type() == FieldType.FIXEDWIDTH) {
            return (int) Math.max(
                    1, Math.min(rows, stringBytes / Math.max(1, column.field().size())));
        }
        if (column.field().type() != FieldType.VARIABLE32) {
            return rows;
        }
        VariableColumn values = extent.variables(field);
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += values.length(from + i);
            if (sum > stringBytes) {
                return Math.max(1, i);
            }
        }
        return rows;
    }

    /** Returns how many bytes the strings of some rows have in vectors. */
    static long stringBytes(TraceColumn column, Extent extent, int from, int rows) {
        long sum = 0;
        if (column.field().type() == FieldType.FIXEDWIDTH) {
            sum = (long) rows * column.field().size();
        } else if (column.field().type() == FieldType.VARIABLE32) {
            VariableColumn values = extent.variables(column.field().index());
            for (int i = from; i < from + rows; i++) {
                sum += values.length(i);
            }
        }
        return column.binary() ? 2 * sum : sum;
    }

    /**
     * Copies the values of some rows.
     *
     * @return false if a value should be text and is not UTF-8
     */
    boolean write(TraceColumn column, Extent extent, int from, int rows, DuckDBWritableVector vector) {
        int field = column.field().index();
        boolean[] nulls = column.field().nullable() ? extent.nulls(field) : null;
        FieldType type = column.field().type();
        if (type == FieldType.VARIABLE32 || type == FieldType.FIXEDWIDTH) {
            boolean valid = type == FieldType.FIXEDWIDTH
                    ? gather(extent.fixedWidths(field), from, rows, nulls)
                    : gather(extent.variables(field), column.binary(), from, rows, nulls);
            if (!valid) {
                return false;
            }
            filler.putStrings(vector, payload, lengths, rows);
        } else {
            put(vector, type, extent, field, from, rows, nulls);
        }
        return true;
    }

    private void put(
            DuckDBWritableVector vector,
            FieldType type,
            Extent extent,
            int field,
            int from,
            int rows,
            boolean @Nullable [] nulls) {
        switch (type) {
            case BOOL -> filler.putBooleans(vector, extent.booleans(field), nulls, from, rows);
            case BYTE -> filler.putBytes(vector, extent.bytes(field), nulls, from, rows);
            case INT32 -> filler.putInts(vector, extent.ints(field), nulls, from, rows);
            case INT64 -> filler.putLongs(vector, extent.longs(field), nulls, from, rows);
            default -> filler.putDoubles(vector, extent.doubles(field), nulls, from, rows);
        }
    }

    /** Collects strings in the payload, one after the other, and their lengths, -1 for none. */
    private boolean gather(VariableColumn values, boolean binary, int from, int rows, boolean @Nullable [] nulls) {
        lengths = lengths.length < rows ? new long[rows] : lengths;
        byte[] array = values.array();
        int size = 0;
        for (int i = 0; i < rows; i++) {
            int row = from + i;
            if (nulls != null && nulls[row]) {
                lengths[i] = -1;
                continue;
            }
            int length = values.length(row);
            int offset = values.offset(row);
            if (binary) {
                size = appendHex(array, offset, length, size);
                lengths[i] = 2L * length;
            } else {
                ensurePayload((long) size + length);
                System.arraycopy(array, offset, payload, size, length);
                if (!Utf8.isValid(payload, size, length)) {
                    return false;
                }
                size += length;
                lengths[i] = length;
            }
        }
        return true;
    }

    private boolean gather(FixedWidthColumn values, int from, int rows, boolean @Nullable [] nulls) {
        lengths = lengths.length < rows ? new long[rows] : lengths;
        int size = 0;
        for (int i = 0; i < rows; i++) {
            if (nulls != null && nulls[from + i]) {
                lengths[i] = -1;
            } else {
                size = appendHex(values.array(), values.offset(from + i), values.width(), size);
                lengths[i] = 2L * values.width();
            }
        }
        return true;
    }

    private int appendHex(byte[] array, int offset, int length, int size) {
        ensurePayload(size + 2L * length);
        int at = size;
        for (int i = offset; i < offset + length; i++) {
            payload[at++] = HEX_DIGITS[(array[i] >> 4) & 0xf];
            payload[at++] = HEX_DIGITS[array[i] & 0xf];
        }
        return at;
    }

    private void ensurePayload(long size) {
        if (size > payload.length) {
            payload =
                    Arrays.copyOf(payload, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(size, 2L * payload.length)));
        }
    }
}

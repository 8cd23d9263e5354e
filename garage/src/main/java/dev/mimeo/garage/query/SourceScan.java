package dev.mimeo.garage.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.sql.internal.VectorFiller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunctionState;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** One reading of a table: decodes a block after the other and copies it to the engine, some rows at a time. For one thread. */
final class SourceScan implements DuckDBTableFunctionState {

    private static final int MICROS_PER_MILLI = 1000;

    /** Characters of text that go into one vector, unless one value alone is longer. */
    private static final int MAX_TEXT = 4 << 20;

    private static final byte[] NO_BYTES = {};

    private final SourceSlot slot;
    private final TableSource source;
    private final int[] vectors;
    private final int[] columns;
    private final VectorFiller filler = new VectorFiller();
    private ColumnArray[] values = new ColumnArray[0];
    private final List<boolean @Nullable []> nulls = new ArrayList<>();
    private long[] longs = new long[0];
    private byte[] payload = NO_BYTES;
    private int block = -1;
    private int rows;
    private int row;

    /** @param wanted the column of each vector; -1 where the engine wants no more than rows */
    SourceScan(SourceSlot slot, int[] wanted) {
        this.slot = slot;
        this.source = slot.source();
        this.vectors =
                IntStream.range(0, wanted.length).filter(i -> wanted[i] >= 0).toArray();
        this.columns = IntStream.of(vectors).map(i -> wanted[i]).toArray();
    }

    SourceSlot slot() {
        return slot;
    }

    /** Copies the next rows; returns how many, 0 at the end. */
    int next(DuckDBDataChunkWriter output) throws IOException {
        while (row == rows) {
            if (block + 1 >= source.blocks()) {
                return 0;
            }
            read(++block);
        }
        int count = (int) Math.min(output.capacity(), rows - row);
        for (ColumnArray column : values) {
            count = column.type() == ColumnSchema.Type.TEXT ? limit(column.texts(), count) : count;
        }
        for (int i = 0; i < values.length; i++) {
            put(values[i], nulls.get(i), count, output.vector(vectors[i]));
        }
        row += count;
        return count;
    }

    private void read(int next) throws IOException {
        rows = source.rows(next);
        row = 0;
        values = columns.length == 0 ? new ColumnArray[0] : source.read(next, columns);
        nulls.clear();
        for (ColumnArray column : values) {
            nulls.add(column.nulls() == null ? null : flags(column));
        }
    }

    private static boolean[] flags(ColumnArray column) {
        boolean[] flags = new boolean[column.rows()];
        for (int row = 0; row < flags.length; row++) {
            flags[row] = column.isNull(row);
        }
        return flags;
    }

    private int limit(String[] texts, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += texts[row + i].length();
            if (sum > MAX_TEXT) {
                return Math.max(1, i);
            }
        }
        return count;
    }

    private void put(ColumnArray column, boolean @Nullable [] absent, int count, DuckDBWritableVector vector)
            throws IOException {
        switch (column.type()) {
            case FLOAT32 -> filler.putFloats(vector, column.floats(), absent, row, count);
            case FLOAT64 -> filler.putDoubles(vector, column.doubles(), absent, row, count);
            case INT64 -> filler.putLongs(vector, column.longs(), absent, row, count);
            case BOOL -> filler.putBooleans(vector, column.booleans(), absent, row, count);
            case TIMESTAMP -> putTimes(column.longs(), absent, count, vector);
            case TEXT -> putTexts(column.texts(), absent, count, vector);
        }
    }

    /** The engine counts microseconds. */
    private void putTimes(long[] millis, boolean @Nullable [] absent, int count, DuckDBWritableVector vector)
            throws IOException {
        longs = longs.length < count ? new long[count] : longs;
        for (int i = 0; i < count; i++) {
            long time = millis[row + i];
            if (Math.abs(time) >= Long.MAX_VALUE / MICROS_PER_MILLI) {
                throw new MimeoException(
                        Reason.UNSUPPORTED,
                        "row " + (row + i) + ": time " + time + " ms is out of the range of queries");
            }
            longs[i] = time * MICROS_PER_MILLI;
        }
        boolean[] shifted = absent == null ? null : Arrays.copyOfRange(absent, row, row + count);
        filler.putLongs(vector, longs, shifted, 0, count);
    }

    private void putTexts(String[] texts, boolean @Nullable [] absent, int count, DuckDBWritableVector vector) {
        if (absent == null && isRepeated(texts, count)) {
            filler.putRepeated(vector, texts[row].getBytes(UTF_8), count);
            return;
        }
        long[] lengths = new long[count];
        String last = "";
        byte[] bytes = NO_BYTES;
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (absent != null && absent[row + i]) {
                lengths[i] = -1;
                continue;
            }
            String text = texts[row + i];
            if (!text.equals(last)) {
                last = text;
                bytes = text.getBytes(UTF_8);
            }
            if (payload.length - size < bytes.length) {
                payload = Arrays.copyOf(payload, Math.max(2 * payload.length, size + bytes.length));
            }
            System.arraycopy(bytes, 0, payload, size, bytes.length);
            size += bytes.length;
            lengths[i] = bytes.length;
        }
        filler.putStrings(vector, payload, lengths, count);
    }

    /** Returns whether all values are equal, as those of a constant are. */
    private boolean isRepeated(String[] texts, int count) {
        String first = texts[row];
        for (int i = 1; i < count; i++) {
            if (!texts[row + i].equals(first)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        // Arrays are all there is.
    }
}

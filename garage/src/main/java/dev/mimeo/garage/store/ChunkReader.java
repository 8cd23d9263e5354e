package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.ByteSource;
import dev.mimeo.garage.internal.codec.ColumnDecoder;
import dev.mimeo.garage.internal.codec.RowTimes;
import java.io.IOException;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/** Unpacks what {@link ChunkWriter} wrote. For one thread at a time. */
final class ChunkReader implements AutoCloseable {

    private final ColumnDecoder decoder = new ColumnDecoder();
    private final PackedBytes packer = new PackedBytes();

    /** Says when the samples of the rows of a block were taken. */
    @FunctionalInterface
    interface TimesSource {
        @Nullable RowTimes times() throws IOException;
    }

    /**
     * Unpacks a chunk into a part of a column, all of whose bits of NULLs are 0 there.
     *
     * @param source asked if the values need it
     */
    void read(ByteSource in, ColumnArray values, int from, int count, TimesSource source)
            throws IOException, DataFormatException {
        int nulls = in.readCount(count);
        PresentRows rows =
                nulls == 0 ? PresentRows.all(from, count) : readNulls(in, values, from, count, count - nulls);
        RowTimes times = readTimes(in, rows, source);
        switch (values.type()) {
            case FLOAT32 -> readFloats(in, values.floats(), rows, times);
            case FLOAT64 -> readDoubles(in, values.doubles(), rows, times);
            case INT64, TIMESTAMP -> readLongs(in, values.longs(), rows, times);
            case BOOL -> readBooleans(in, values.booleans(), rows);
            case TEXT -> readTexts(in, values.texts(), rows);
        }
        if (in.remaining() != 0) {
            throw new DataFormatException("expected the end of the chunk, found " + in.remaining() + " bytes more");
        }
    }

    /** Reads which rows are NULL, marks these, and returns the others. */
    private PresentRows readNulls(ByteSource in, ColumnArray values, int from, int count, int present)
            throws DataFormatException {
        long[] bits = values.nulls();
        ByteSource runs = packer.read(in);
        int[] rows = new int[present];
        int kept = 0;
        int row = from;
        int end = from + count;
        boolean isNull = false;
        while (runs.remaining() > 0) {
            int run = runs.readCount(isNull ? end - row : Math.min(end - row, present - kept));
            for (int i = 0; i < run; i++, row++) {
                if (!isNull) {
                    rows[kept++] = row;
                } else if (bits != null) {
                    bits[row >> 6] |= 1L << row;
                }
            }
            isNull = !isNull;
        }
        if (row != end || kept != present) {
            throw new DataFormatException("expected " + (count - present) + " NULLs in " + count + " rows, found "
                    + (row - from - kept) + " in " + (row - from));
        }
        return PresentRows.some(from, rows);
    }

    /** Returns the times of rows if the values that follow need them. */
    private static @Nullable RowTimes readTimes(ByteSource in, PresentRows rows, TimesSource source)
            throws IOException {
        if (in.remaining() == 0 || !ColumnDecoder.needsTimes(in.array()[in.position()])) {
            return null;
        }
        RowTimes times = source.times();
        return times == null ? null : rows.times(times);
    }

    private void readFloats(ByteSource in, float[] column, PresentRows rows, @Nullable RowTimes times)
            throws DataFormatException {
        if (rows.isAll()) {
            decoder.decode(in, column, rows.from(), rows.count(), times);
        } else {
            float[] present = new float[rows.count()];
            decoder.decode(in, present, 0, present.length, times);
            rows.scatter(present, column);
        }
    }

    private void readDoubles(ByteSource in, double[] column, PresentRows rows, @Nullable RowTimes times)
            throws DataFormatException {
        if (rows.isAll()) {
            decoder.decode(in, column, rows.from(), rows.count(), times);
        } else {
            double[] present = new double[rows.count()];
            decoder.decode(in, present, 0, present.length, times);
            rows.scatter(present, column);
        }
    }

    private void readLongs(ByteSource in, long[] column, PresentRows rows, @Nullable RowTimes times)
            throws DataFormatException {
        if (rows.isAll()) {
            decoder.decode(in, column, rows.from(), rows.count(), times);
        } else {
            long[] present = new long[rows.count()];
            decoder.decode(in, present, 0, present.length, times);
            rows.scatter(present, column);
        }
    }

    private void readBooleans(ByteSource in, boolean[] column, PresentRows rows) throws DataFormatException {
        long[] bits = new long[rows.count()];
        decoder.decode(in, bits, 0, bits.length, null);
        for (int i = 0; i < bits.length; i++) {
            column[rows.row(i)] = bits[i] != 0;
        }
    }

    private void readTexts(ByteSource in, String[] column, PresentRows rows) throws DataFormatException {
        int present = rows.count();
        ByteSource dictionary = packer.read(in);
        String[] distinct = new String[dictionary.readCount(Math.min(present, dictionary.remaining()))];
        for (int i = 0; i < distinct.length; i++) {
            distinct[i] = SchemaSection.readText(dictionary);
        }
        long[] codes = new long[present];
        decoder.decode(in, codes, 0, present, null);
        for (int i = 0; i < present; i++) {
            if (codes[i] < 0 || codes[i] >= distinct.length) {
                throw new DataFormatException("expected one of " + distinct.length + " texts, found " + codes[i]);
            }
            column[rows.row(i)] = distinct[(int) codes[i]];
        }
    }

    @Override
    public void close() {
        decoder.close();
        packer.close();
    }
}

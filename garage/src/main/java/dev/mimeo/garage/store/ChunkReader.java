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
        int present = count - nulls;
        int[] rows = nulls == 0 ? null : readNulls(in, values, from, count, present);
        RowTimes times = null;
        if (in.remaining() > 0 && ColumnDecoder.needsTimes(in.array()[in.position()])) {
            times = source.times();
            times = times == null || rows == null ? times : BlockTimes.some(times, rows, from);
        }
        switch (values.type()) {
            case FLOAT32 -> {
                float[] target = values.floats();
                if (rows == null) {
                    decoder.decode(in, target, from, count, times);
                } else {
                    float[] kept = new float[present];
                    decoder.decode(in, kept, 0, present, times);
                    for (int i = 0; i < present; i++) {
                        target[rows[i]] = kept[i];
                    }
                }
            }
            case FLOAT64 -> {
                double[] target = values.doubles();
                if (rows == null) {
                    decoder.decode(in, target, from, count, times);
                } else {
                    double[] kept = new double[present];
                    decoder.decode(in, kept, 0, present, times);
                    for (int i = 0; i < present; i++) {
                        target[rows[i]] = kept[i];
                    }
                }
            }
            case INT64, TIMESTAMP -> {
                long[] target = values.longs();
                if (rows == null) {
                    decoder.decode(in, target, from, count, times);
                } else {
                    long[] kept = new long[present];
                    decoder.decode(in, kept, 0, present, times);
                    for (int i = 0; i < present; i++) {
                        target[rows[i]] = kept[i];
                    }
                }
            }
            case BOOL -> {
                long[] bits = new long[present];
                decoder.decode(in, bits, 0, present, null);
                for (int i = 0; i < present; i++) {
                    values.booleans()[rows == null ? from + i : rows[i]] = bits[i] != 0;
                }
            }
            case TEXT -> readTexts(in, values.texts(), from, present, rows);
        }
        if (in.remaining() != 0) {
            throw new DataFormatException("expected the end of the chunk, found " + in.remaining() + " bytes more");
        }
    }

    private int[] readNulls(ByteSource in, ColumnArray values, int from, int count, int present)
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
        return rows;
    }

    private void readTexts(ByteSource in, String[] texts, int from, int present, int @Nullable [] rows)
            throws DataFormatException {
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
            texts[rows == null ? from + i : rows[i]] = distinct[(int) codes[i]];
        }
    }

    @Override
    public void close() {
        decoder.close();
        packer.close();
    }
}

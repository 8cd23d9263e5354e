package dev.mimeo.garage.store;

import dev.mimeo.garage.codec.Scheme;
import dev.mimeo.garage.internal.codec.ByteSink;
import dev.mimeo.garage.internal.codec.ColumnEncoder;
import dev.mimeo.garage.internal.codec.Loss;
import dev.mimeo.garage.internal.codec.RowTimes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Packs blocks of columns into chunks, which {@link ChunkReader} reads. For one thread at a time.
 *
 * <p>A chunk starts with the number of NULLs. If that is above 0, there follow {@link PackedBytes} of runs: how many values
 * there are, how many NULLs, how many values, and so on to the last row. The values that are not NULL come behind that, as
 * {@link ColumnEncoder} writes them; true and false as the integers 1 and 0. Texts are {@link PackedBytes} of the number of
 * different texts and these, by their first row, and then for each value which of them it is, as integers.
 */
final class ChunkWriter implements AutoCloseable {

    private final ColumnEncoder encoder;
    private final PackedBytes packer = new PackedBytes();

    ChunkWriter(Scheme scheme) {
        encoder = new ColumnEncoder(scheme);
    }

    /**
     * Packs rows of a column.
     *
     * @param rowTimes times of all these rows; null if there are none
     * @param previous whether the column is that of the times of samples before
     * @return whether the values are rounded as {@link Loss#round} does
     */
    boolean write(
            ColumnArray values,
            int from,
            int count,
            Loss loss,
            @Nullable RowTimes rowTimes,
            boolean previous,
            ByteSink out) {
        int present = writeNulls(values, from, count, out);
        int[] rows = present == count ? null : presentRows(values, from, count, present);
        RowTimes times = rowTimes == null || rows == null ? rowTimes : BlockTimes.some(rowTimes, rows, from);
        switch (values.type()) {
            case FLOAT32 -> {
                return encoder.encode(floats(values.floats(), from, present, rows), 0, present, loss, times, out);
            }
            case FLOAT64 -> {
                return encoder.encode(doubles(values.doubles(), from, present, rows), 0, present, loss, times, out);
            }
            case INT64 -> encoder.encode(longs(values, from, present, rows), 0, present, out);
            case TIMESTAMP -> {
                long[] kept = longs(values, from, present, rows);
                if (previous && times != null && present > 0) {
                    encoder.encodePreviousTimes(kept, 0, present, times.times(), out);
                } else {
                    encoder.encodeTimes(kept, 0, present, out);
                }
            }
            case BOOL -> {
                long[] bits = new long[present];
                for (int i = 0; i < present; i++) {
                    bits[i] = values.booleans()[rows == null ? from + i : rows[i]] ? 1 : 0;
                }
                encoder.encode(bits, 0, present, out);
            }
            case TEXT -> writeTexts(values.texts(), from, present, rows, out);
        }
        return false;
    }

    private int writeNulls(ColumnArray values, int from, int count, ByteSink out) {
        ByteSink runs = new ByteSink();
        int nulls = 0;
        boolean inNulls = false;
        int start = from;
        for (int row = from; row < from + count; row++) {
            boolean isNull = values.isNull(row);
            nulls += isNull ? 1 : 0;
            if (isNull != inNulls) {
                runs.writeVariable(row - start);
                start = row;
                inNulls = isNull;
            }
        }
        runs.writeVariable(from + count - start);
        out.writeVariable(nulls);
        if (nulls > 0) {
            packer.write(runs, out);
        }
        return count - nulls;
    }

    private static int[] presentRows(ColumnArray values, int from, int count, int present) {
        int[] rows = new int[present];
        for (int row = from, i = 0; row < from + count; row++) {
            if (!values.isNull(row)) {
                rows[i++] = row;
            }
        }
        return rows;
    }

    private static float[] floats(float[] values, int from, int present, int @Nullable [] rows) {
        float[] kept = new float[present];
        for (int i = 0; i < present; i++) {
            kept[i] = values[rows == null ? from + i : rows[i]];
        }
        return kept;
    }

    private static double[] doubles(double[] values, int from, int present, int @Nullable [] rows) {
        double[] kept = new double[present];
        for (int i = 0; i < present; i++) {
            kept[i] = values[rows == null ? from + i : rows[i]];
        }
        return kept;
    }

    private static long[] longs(ColumnArray values, int from, int present, int @Nullable [] rows) {
        long[] kept = new long[present];
        for (int i = 0; i < present; i++) {
            kept[i] = values.longs()[rows == null ? from + i : rows[i]];
        }
        return kept;
    }

    private void writeTexts(String[] texts, int from, int present, int @Nullable [] rows, ByteSink out) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        long[] codes = new long[present];
        for (int i = 0; i < present; i++) {
            String text = texts[rows == null ? from + i : rows[i]];
            Integer number = numbers.putIfAbsent(text, numbers.size());
            codes[i] = number == null ? numbers.size() - 1 : number;
        }
        ByteSink dictionary = new ByteSink();
        dictionary.writeVariable(numbers.size());
        numbers.keySet().forEach(text -> SchemaSection.writeText(text, dictionary));
        packer.write(dictionary, out);
        encoder.encode(codes, 0, present, out);
    }

    @Override
    public void close() {
        encoder.close();
        packer.close();
    }
}

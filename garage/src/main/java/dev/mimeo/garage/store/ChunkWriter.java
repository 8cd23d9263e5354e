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
        PresentRows rows = writeNulls(values, from, count, out);
        RowTimes times = rowTimes == null ? null : rows.times(rowTimes);
        switch (values.type()) {
            case FLOAT32 -> {
                return encoder.encode(rows.gather(values.floats()), 0, rows.count(), loss, times, out);
            }
            case FLOAT64 -> {
                return encoder.encode(rows.gather(values.doubles()), 0, rows.count(), loss, times, out);
            }
            case INT64 -> encoder.encode(rows.gather(values.longs()), 0, rows.count(), out);
            case TIMESTAMP -> writeTimes(rows.gather(values.longs()), previous ? times : null, out);
            case BOOL -> writeBooleans(values.booleans(), rows, out);
            case TEXT -> writeTexts(values.texts(), rows, out);
        }
        return false;
    }

    /** Writes which rows are NULL, and returns the others. */
    private PresentRows writeNulls(ColumnArray values, int from, int count, ByteSink out) {
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
        if (nulls == 0) {
            return PresentRows.all(from, count);
        }
        packer.write(runs, out);
        int[] rows = new int[count - nulls];
        for (int row = from, i = 0; row < from + count; row++) {
            if (!values.isNull(row)) {
                rows[i++] = row;
            }
        }
        return PresentRows.some(from, rows);
    }

    /** Writes times, relative to those of the samples if these are given. */
    private void writeTimes(long[] times, @Nullable RowTimes ofSamples, ByteSink out) {
        if (ofSamples != null && times.length > 0) {
            encoder.encodePreviousTimes(times, 0, times.length, ofSamples.times(), out);
        } else {
            encoder.encodeTimes(times, 0, times.length, out);
        }
    }

    private void writeBooleans(boolean[] column, PresentRows rows, ByteSink out) {
        long[] bits = new long[rows.count()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = column[rows.row(i)] ? 1 : 0;
        }
        encoder.encode(bits, 0, bits.length, out);
    }

    private void writeTexts(String[] column, PresentRows rows, ByteSink out) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        long[] codes = new long[rows.count()];
        for (int i = 0; i < codes.length; i++) {
            String text = column[rows.row(i)];
            Integer number = numbers.putIfAbsent(text, numbers.size());
            codes[i] = number == null ? numbers.size() - 1 : number;
        }
        ByteSink dictionary = new ByteSink();
        dictionary.writeVariable(numbers.size());
        numbers.keySet().forEach(text -> SchemaSection.writeText(text, dictionary));
        packer.write(dictionary, out);
        encoder.encode(codes, 0, codes.length, out);
    }

    @Override
    public void close() {
        encoder.close();
        packer.close();
    }
}

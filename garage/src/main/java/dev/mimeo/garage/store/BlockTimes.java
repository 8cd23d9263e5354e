package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.RowTimes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Times at which the samples of a block were taken, and the time since the sample before.
 *
 * <p>That is the difference of the columns {@code sampleTime} and {@code prevSampleTime}, or, where there is only the first,
 * that to the row before in the block; in seconds, and 1 where it is not known or not above 0. A table with no {@code
 * sampleTime}, or with NULLs there, has no such times.
 */
final class BlockTimes {

    private BlockTimes() {}

    /** Returns the number of the column of times, or -1 if there is none. */
    static int timeColumn(TableSchema schema) {
        return column(schema, ColumnSchema.TIME);
    }

    /** Returns the number of the column of times before, or -1 if there is none. */
    static int previousColumn(TableSchema schema) {
        return column(schema, ColumnSchema.PREVIOUS_TIME);
    }

    private static int column(TableSchema schema, String name) {
        int index = schema.indexOf(name);
        return index >= 0 && schema.columns().get(index).type() == ColumnSchema.Type.TIMESTAMP ? index : -1;
    }

    /** Returns the times of each block; none if the table has none. */
    static RowTimes[] ofBlocks(TableSchema table, PackedFileWriter.ColumnSource columns) throws IOException {
        int time = timeColumn(table);
        int previous = previousColumn(table);
        ColumnArray timeValues = time < 0 ? null : columns.read(time);
        if (timeValues == null || timeValues.nullCount() > 0) {
            return new RowTimes[0];
        }
        ColumnArray previousValues = previous < 0 ? null : columns.read(previous);
        RowTimes[] times = new RowTimes[table.blocks()];
        for (int block = 0; block < times.length; block++) {
            times[block] = of(timeValues, previousValues, block * TableSchema.BLOCK_ROWS, table.blockRows(block));
        }
        return times;
    }

    /**
     * Returns the times of rows.
     *
     * @param previous times of the samples before, null if there is no such column
     */
    static RowTimes of(ColumnArray time, @Nullable ColumnArray previous, int from, int count) {
        long[] times = new long[count];
        long[] before = new long[count];
        System.arraycopy(time.longs(), from, times, 0, count);
        for (int i = 0; i < count; i++) {
            before[i] = times[i];
            if (previous == null) {
                before[i] = i == 0 ? times[i] : times[i - 1];
            } else if (!previous.isNull(from + i)) {
                before[i] = previous.longs()[from + i];
            }
        }
        return RowTimes.between(before, times);
    }

    /** Returns the times of some of the rows. */
    static RowTimes some(RowTimes all, int[] rows, int from) {
        long[] times = new long[rows.length];
        double[] seconds = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            times[i] = all.times()[rows[i] - from];
            seconds[i] = all.seconds()[rows[i] - from];
        }
        return new RowTimes(times, seconds);
    }
}

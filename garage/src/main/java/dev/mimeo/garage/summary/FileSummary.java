package dev.mimeo.garage.summary;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Hourly summaries of the counters of a packed file. */
final class FileSummary {

    static final long HOUR_MILLIS = 3_600_000;

    private static final int BATCH = 32;

    /** Receives the summaries of a counter. */
    @FunctionalInterface
    interface Receiver {

        /**
         * Takes the summaries of a counter.
         *
         * @param hours by the hour, counted since 1970 UTC
         */
        void accept(TableSchema table, ColumnSchema column, Map<Long, PeriodSummary> hours) throws IOException;
    }

    private FileSummary() {}

    /** Aggregates the counters of a file by hour. */
    static void read(PackedFile file, Receiver receiver) throws IOException {
        for (TableSchema table : file.tables()) {
            int time = table.indexOf(ColumnSchema.TIME);
            if (time < 0 || table.columns().get(time).type() != ColumnSchema.Type.TIMESTAMP) {
                continue;
            }
            ColumnArray times = file.read(table.name(), time)[0];
            int[] counters = counters(table);
            for (int from = 0; from < counters.length; from += BATCH) {
                int[] batch = Arrays.copyOfRange(counters, from, Math.min(counters.length, from + BATCH));
                ColumnArray[] values = file.read(table.name(), batch);
                for (int i = 0; i < batch.length; i++) {
                    ColumnSchema column = table.columns().get(batch[i]);
                    receiver.accept(table, column, summaries(column, times, values[i]));
                }
            }
        }
    }

    private static int[] counters(TableSchema table) {
        return IntStream.range(0, table.columns().size())
                .filter(i -> isCounter(table.columns().get(i)))
                .toArray();
    }

    private static boolean isCounter(ColumnSchema column) {
        return column.type() != ColumnSchema.Type.TEXT
                && column.type() != ColumnSchema.Type.TIMESTAMP
                && !AnyCase.equal(column.name(), ColumnSchema.INSTANCE)
                && !AnyCase.equal(column.name(), ColumnSchema.SERVER);
    }

    private static Map<Long, PeriodSummary> summaries(ColumnSchema column, ColumnArray times, ColumnArray values) {
        Map<Long, PeriodSummary> periods = new TreeMap<>();
        long hour = Long.MIN_VALUE;
        PeriodSummary period = new PeriodSummary();
        for (int row = 0; row < values.rows(); row++) {
            if (times.isNull(row)) {
                continue;
            }
            long of = Math.floorDiv(times.longs()[row], HOUR_MILLIS);
            if (of != hour) {
                hour = of;
                period = periods.computeIfAbsent(of, key -> new PeriodSummary());
            }
            if (values.isNull(row)) {
                period.nulls++;
            } else {
                double value = value(values, row);
                period.add(value, column.isOutOfRange(value));
            }
        }
        return periods;
    }

    private static double value(ColumnArray values, int row) {
        return switch (values.type()) {
            case FLOAT32 -> values.floats()[row];
            case FLOAT64 -> values.doubles()[row];
            case INT64, TIMESTAMP -> values.longs()[row];
            case BOOL -> values.booleans()[row] ? 1 : 0;
            case TEXT -> throw new IllegalArgumentException("text has no summary");
        };
    }
}

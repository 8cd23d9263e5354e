package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.TableSchema;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a table of one server and day, in any order. For one thread at a time. */
final class DayTable {

    private final CounterTable table;
    private final String server;
    private final RowIndex index = new RowIndex();
    private final ColumnBuilder previous = new ColumnBuilder();
    private @Nullable ColumnBuilder[] columns = {};

    DayTable(CounterTable table, String server) {
        this.table = table;
        this.server = server;
    }

    CounterTable table() {
        return table;
    }

    int rows() {
        return index.rows();
    }

    /**
     * Returns the number of a row, which is there from then on.
     *
     * @param before time of the sample before, {@link SampleSink#NONE} if the input does not say
     */
    int row(long time, long before, @Nullable String instance) throws LoadException, CellConflict {
        int row = index.find(time, instance);
        if (row < 0) {
            if (index.rows() == TableSchema.MAX_ROWS) {
                throw new LoadException("table '" + table.name() + "' of server '" + server + "' has more than "
                        + TableSchema.MAX_ROWS + " rows on a day");
            }
            row = index.add(time, instance);
        }
        if (before != SampleSink.NONE
                && previous.set(row, ColumnSchema.Type.TIMESTAMP, before) == ColumnBuilder.Outcome.DIFFERENT) {
            throw conflict(row, null);
        }
        return row;
    }

    /** Returns the column of a counter, which is there from then on. */
    ColumnBuilder column(TableCounter counter) {
        int number = counter.index();
        if (number >= columns.length) {
            columns =
                    Arrays.copyOf(columns, Math.max(number + 1, table.counters().size()));
        }
        ColumnBuilder column = columns[number];
        if (column == null) {
            column = new ColumnBuilder();
            columns[number] = column;
        }
        return column;
    }

    CellConflict conflict(int row, @Nullable TableCounter counter) {
        return new CellConflict(new CellConflict.Cell(table, server, index.time(row), index.instance(row), counter));
    }

    /** Returns about how much memory the rows take. */
    long bytes() {
        long bytes = index.bytes() + previous.bytes();
        for (ColumnBuilder column : columns) {
            bytes += column == null ? 0 : column.bytes();
        }
        return bytes;
    }

    /**
     * Packed content of a table.
     *
     * @param schema columns that have values, and those that say what a row is
     * @param values one of each column, rows by time and instance
     * @param rounded whole numbers that were rounded, in all columns
     */
    record Content(TableSchema schema, List<ColumnArray> values, long rounded) {

        /** Returns what the values take uncompressed. */
        long rawBytes() {
            return schema.columns().stream()
                            .mapToLong(column -> column.type().rawBytes())
                            .sum()
                    * schema.rows();
        }
    }

    /**
     * Returns what to pack.
     *
     * @param before time of the server's last sample on the days before, {@link SampleSink#NONE} for none
     */
    Content content(CounterDeclarations declarations, long before) {
        int rows = index.rows();
        ColumnSchema.Type instanceType = table.instanceType();
        int @Nullable [] order = index.order(instanceType == ColumnSchema.Type.INT64);
        List<ColumnSchema> schema = new ArrayList<>();
        List<ColumnArray> values = new ArrayList<>();
        String[] servers = new String[rows];
        Arrays.fill(servers, server);
        schema.add(new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT));
        values.add(ColumnArray.ofTexts(servers, null));
        long[] times = new long[rows];
        for (int row = 0; row < rows; row++) {
            times[row] = index.time(order == null ? row : order[row]);
        }
        schema.add(new ColumnSchema(ColumnSchema.TIME, ColumnSchema.Type.TIMESTAMP));
        values.add(ColumnArray.ofTimes(times, null));
        schema.add(new ColumnSchema(ColumnSchema.PREVIOUS_TIME, ColumnSchema.Type.TIMESTAMP));
        values.add(table.hasPrevious() ? previous(rows, order) : previous(times, before));
        ColumnBuilder instances = instances(instanceType);
        if (instances.type() != null) {
            schema.add(new ColumnSchema(ColumnSchema.INSTANCE, instanceType));
            values.add(instances.build(rows, order));
        }
        long rounded = 0;
        for (int i = 0; i < columns.length; i++) {
            ColumnBuilder column = columns[i];
            ColumnSchema.Type type = column == null ? null : column.type();
            if (column != null && type != null) {
                schema.add(declarations.column(table.counters().get(i).name(), type));
                values.add(column.build(rows, order));
                rounded += column.rounded();
            }
        }
        return new Content(new TableSchema(table.name(), rows, schema), values, rounded);
    }

    private ColumnArray previous(int rows, int @Nullable [] order) {
        return previous.type() == null
                ? ColumnArray.ofTimes(new long[rows], ColumnArray.nulls(rows, row -> true))
                : previous.build(rows, order);
    }

    /** Returns the times of the samples before; rows of one sample have the same one. */
    private static ColumnArray previous(long[] times, long first) {
        long[] previous = new long[times.length];
        long[] nulls = ColumnArray.nulls(times.length, row -> first == SampleSink.NONE && times[row] == times[0]);
        for (int row = 0; row < times.length; row++) {
            if (row > 0) {
                previous[row] = times[row] == times[row - 1] ? previous[row - 1] : times[row - 1];
            } else {
                previous[row] = first == SampleSink.NONE ? 0 : first;
            }
        }
        return ColumnArray.ofTimes(previous, nulls);
    }

    private ColumnBuilder instances(ColumnSchema.Type type) {
        ColumnBuilder instances = new ColumnBuilder();
        for (int row = 0; row < index.rows() && table.hasInstances(); row++) {
            String instance = index.instance(row);
            if (instance != null && type == ColumnSchema.Type.INT64) {
                instances.set(row, type, Long.parseLong(instance));
            } else if (instance != null) {
                instances.set(row, instance);
            }
        }
        return instances;
    }

    /** Writes all rows for {@link #merge}. */
    void write(DataOutputStream out) throws IOException {
        out.writeInt(index.rows());
        for (int row = 0; row < index.rows(); row++) {
            out.writeLong(index.time(row));
            String instance = index.instance(row);
            byte[] name = instance == null ? new byte[0] : instance.getBytes(StandardCharsets.UTF_8);
            out.writeInt(name.length);
            out.write(name);
        }
        previous.write(out, index.rows());
        out.writeInt(columns.length);
        for (ColumnBuilder column : columns) {
            (column == null ? new ColumnBuilder() : column).write(out, index.rows());
        }
    }

    /**
     * Adds rows that {@link #write} wrote.
     *
     * @return values that were there already
     */
    long merge(DataInputStream in) throws IOException, CellConflict {
        int[] rows = new int[in.readInt()];
        for (int i = 0; i < rows.length; i++) {
            long time = in.readLong();
            byte[] instance = in.readNBytes(in.readInt());
            rows[i] = row(
                    time, SampleSink.NONE, instance.length == 0 ? null : new String(instance, StandardCharsets.UTF_8));
        }
        long[] same = new long[1];
        int[] different = {-1};
        ColumnBuilder.OutcomeReader outcomes = (row, outcome) -> {
            same[0] += outcome == ColumnBuilder.Outcome.SAME ? 1 : 0;
            different[0] = outcome == ColumnBuilder.Outcome.DIFFERENT ? row : different[0];
        };
        previous.merge(in, rows, outcomes);
        if (different[0] >= 0) {
            throw conflict(different[0], null);
        }
        same[0] = 0;
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            TableCounter counter = table.counters().get(i);
            column(counter).merge(in, rows, outcomes);
            if (different[0] >= 0) {
                throw conflict(different[0], counter);
            }
        }
        return same[0];
    }
}

package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.NamePattern;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands the rows of a Parquet file to a sink. For one thread and one use. */
final class ParquetRows {

    private final ParquetSource source;
    private final ParquetColumns columns;
    private final CounterTable target;
    private final SampleSink sink;
    private final TimeUnits units = new TimeUnits();
    private final String serverOfFile;
    private final List<NamePattern> excluded;

    /** Number of the current row, for messages. */
    private long row;

    ParquetRows(ParquetSource source, ParquetColumns columns, CounterTable target, SampleSink sink) {
        this.source = source;
        this.columns = columns;
        this.target = target;
        this.sink = sink;
        this.serverOfFile = source.options().serverOf(source.file());
        this.excluded = source.options().content().excluded();
    }

    void read() throws SQLException, IOException {
        try (Connection connection = source.engine().duplicate();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(columns.query())) {
            for (row = 1; rows.next(); row++) {
                readRow(rows);
            }
        }
    }

    private void readRow(ResultSet rows) throws SQLException, IOException {
        String server = columns.server == null ? serverOfFile : text(rows, columns.server);
        if (server == null || server.isEmpty()) {
            throw error("names no server");
        }
        TimeText time = time(rows, columns.time);
        if (time == null) {
            throw error("has no time");
        }
        TimeText previous = columns.previous == null ? null : time(rows, columns.previous);
        String instance = text(rows, columns.instance);
        boolean isWanted = sink.row(
                target, server, time.millis(), previous == null ? SampleSink.NONE : previous.millis(), instance, row);
        for (int level = 0; level < columns.folders.size(); level++) {
            String folder = text(rows, columns.folders.get(level));
            if (folder != null) {
                sink.folder(level, folder);
            }
        }
        if (isWanted && !time.exact()) {
            sink.rounded(null);
        }
        if (columns.counter != null) {
            addNamedCounter(rows, columns.counter);
        }
        if (isWanted) {
            for (ParquetColumns.CounterColumn counter : columns.counters) {
                add(counter.counter(), rows, counter.column());
            }
        }
    }

    /** Adds the value of a row that names its counter. */
    private void addNamedCounter(ResultSet rows, ParquetColumns.Column column) throws SQLException, IOException {
        String name = text(rows, column);
        if (name == null) {
            throw error("names no counter");
        }
        if (excluded.stream().noneMatch(pattern -> pattern.matches(name))) {
            TableCounter counter = target.counter(name);
            sink.declare(counter, columns.valueKind());
            if (columns.value != null) {
                add(counter, rows, columns.value);
            }
        }
    }

    /** Returns a text, null if it is NULL or empty or there is no such column. */
    private static @Nullable String text(ResultSet rows, ParquetColumns.@Nullable Column column) throws SQLException {
        String text = column == null ? null : rows.getString(column.index());
        return text == null || text.isEmpty() ? null : text;
    }

    private @Nullable TimeText time(ResultSet rows, ParquetColumns.Column column) throws SQLException, LoadException {
        boolean isFraction = column.form() == SqlForm.FLOAT64;
        double fraction = isFraction ? rows.getDouble(column.index()) : 0;
        long whole = isFraction ? 0 : rows.getLong(column.index());
        if (rows.wasNull()) {
            return null;
        }
        TimeText time = switch (column.form()) {
            case MICROS -> EpochUnit.MICROSECONDS.time(whole);
            case NANOS -> EpochUnit.NANOSECONDS.time(whole);
            case FLOAT64 -> units.time(fraction);
            default -> units.time(whole);
        };
        if (time == null) {
            throw error(units.notATime(String.valueOf(rows.getObject(column.index()))));
        }
        return time;
    }

    /** Adds the value of a counter, if it is not NULL. */
    private void add(TableCounter counter, ResultSet rows, ParquetColumns.Column column)
            throws SQLException, IOException {
        switch (column.form()) {
            case TEXT -> {
                String text = rows.getString(column.index());
                if (text != null) {
                    sink.value(counter, CellKind.TEXT, 0, text);
                }
            }
            case LARGE -> {
                String text = rows.getString(column.index());
                if (text != null) {
                    addLarge(counter, text);
                }
            }
            case MICROS, NANOS -> {
                long number = rows.getLong(column.index());
                if (!rows.wasNull()) {
                    EpochUnit unit = column.form() == SqlForm.MICROS ? EpochUnit.MICROSECONDS : EpochUnit.NANOSECONDS;
                    addTime(counter, unit.time(number));
                }
            }
            case WHOLE, FLOAT64, FLOAT32, BOOL -> {
                long bits = bits(rows, column);
                if (!rows.wasNull()) {
                    sink.value(counter, column.form().kind(), bits, null);
                }
            }
        }
    }

    private static long bits(ResultSet rows, ParquetColumns.Column column) throws SQLException {
        return switch (column.form()) {
            case FLOAT64 -> Double.doubleToRawLongBits(rows.getDouble(column.index()));
            case FLOAT32 -> Float.floatToRawIntBits(rows.getFloat(column.index())) & 0xffffffffL;
            case BOOL -> rows.getBoolean(column.index()) ? 1 : 0;
            default -> rows.getLong(column.index());
        };
    }

    private void addTime(TableCounter counter, @Nullable TimeText time) throws IOException {
        if (time == null) {
            throw error("counter '" + counter.name() + "': a time is not of the years 1 to 9999");
        }
        if (!time.exact()) {
            sink.rounded(null);
        }
        sink.value(counter, CellKind.TIMESTAMP, time.millis(), null);
    }

    private void addLarge(TableCounter counter, String text) throws IOException {
        BigDecimal exact = new BigDecimal(text);
        double value = exact.doubleValue();
        if (exact.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
            sink.value(counter, CellKind.WHOLE, exact.longValueExact(), null);
            return;
        }
        if (exact.compareTo(new BigDecimal(value)) != 0) {
            sink.rounded(counter);
        }
        sink.value(counter, CellKind.FLOAT64, Double.doubleToRawLongBits(value), null);
    }

    private LoadException error(String problem) {
        return new LoadException(source.file() + ": row " + row + ": " + problem);
    }
}

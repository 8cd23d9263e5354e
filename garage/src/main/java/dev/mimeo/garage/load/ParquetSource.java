package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.NamePattern;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Parquet file, whose rows are numbered from 1 in messages. */
record ParquetSource(Path file, String table, CounterImportOptions options, LoadEngine engine)
        implements CounterSource {

    @Override
    public String label() {
        return table + "\n" + options.serverOf(file);
    }

    @Override
    public boolean parsesValues() {
        return false;
    }

    @Override
    public void read(CounterTables tables, SampleSink sink) throws IOException {
        try {
            new RowFeed(tables.table(table), sink).read();
        } catch (SQLException e) {
            throw LoadException.of(file.toString(), e);
        }
    }

    /** Form in which a column is read by SQL and converted. */
    private enum Form {
        WHOLE,
        FLOAT64,
        FLOAT32,
        BOOL,
        MICROS,
        NANOS,
        /** Whole numbers that a long may not hold, as text. */
        LARGE,
        TEXT;

        static Form of(String type, boolean singlePrecision) {
            return switch (type) {
                case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER" -> WHOLE;
                case "UBIGINT", "HUGEINT", "UHUGEINT" -> LARGE;
                case "FLOAT" -> FLOAT32;
                case "DOUBLE" -> singlePrecision ? FLOAT32 : FLOAT64;
                case "BOOLEAN" -> BOOL;
                case "TIMESTAMP_NS" -> NANOS;
                case "DATE" -> MICROS;
                default -> {
                    if (type.startsWith("TIMESTAMP")) {
                        yield MICROS;
                    }
                    boolean isDecimal = type.startsWith("DECIMAL");
                    yield isDecimal ? (singlePrecision ? FLOAT32 : FLOAT64) : TEXT;
                }
            };
        }

        CellKind kind() {
            return switch (this) {
                case WHOLE, LARGE -> CellKind.WHOLE;
                case FLOAT64 -> CellKind.FLOAT64;
                case FLOAT32 -> CellKind.FLOAT32;
                case BOOL -> CellKind.BOOL;
                case MICROS, NANOS -> CellKind.TIMESTAMP;
                case TEXT -> CellKind.TEXT;
            };
        }

        String sql(String name) {
            return switch (this) {
                case WHOLE -> "CAST(" + name + " AS BIGINT)";
                case FLOAT64 -> "CAST(" + name + " AS DOUBLE)";
                case FLOAT32 -> "CAST(" + name + " AS FLOAT)";
                case BOOL -> name;
                case MICROS -> "epoch_us(CAST(" + name + " AS TIMESTAMP))";
                case NANOS -> "epoch_ns(" + name + ")";
                case LARGE, TEXT -> "CAST(" + name + " AS VARCHAR)";
            };
        }
    }

    /** A column of the query. */
    private record Read(int index, Form form) {}

    /** Hands on rows. */
    private final class RowFeed {
        private final CounterTable target;
        private final SampleSink sink;
        private final String source = "read_parquet(" + Database.quotedString(file.toString()) + ")";
        private final TimeUnits units = new TimeUnits();
        private final List<String> names;
        private final List<String> types;
        private final ColumnRoles roles;
        private final List<NamePattern> excluded = options.content().excluded();
        private final List<String> selection = new ArrayList<>();
        private long row;

        RowFeed(CounterTable target, SampleSink sink) throws SQLException, LoadException {
            this.target = target;
            this.sink = sink;
            Map<String, String> columns = engine.describe("SELECT * FROM " + source);
            this.names = List.copyOf(columns.keySet());
            this.types = List.copyOf(columns.values());
            this.roles = ColumnRoles.of(file, names, options);
            if (roles.previous() >= 0) {
                target.addPrevious();
            }
        }

        void read() throws SQLException, IOException {
            Read server = options.keys().serverName() == null ? text(roles.server()) : null;
            Read time = timeColumn(roles.time());
            Read previous = roles.previous() < 0 ? null : timeColumn(roles.previous());
            Read instance = text(roles.instance());
            Read counter = text(roles.counter());
            List<@Nullable Read> folders = new ArrayList<>();
            for (int column : roles.folders()) {
                folders.add(text(column));
            }
            Read value = roles.isLong() && sink.wantsValues() ? column(roles.value()) : null;
            List<TableCounter> counters = new ArrayList<>();
            List<Read> reads = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                String name = roles.counters().get(i);
                if (!name.isEmpty()) {
                    TableCounter wide = target.counter(name);
                    sink.declare(wide, form(i).kind());
                    if (sink.wantsValues()) {
                        counters.add(wide);
                        reads.add(column(i));
                    }
                }
            }
            try (Connection connection = engine.duplicate();
                    Statement statement = connection.createStatement();
                    ResultSet rows =
                            statement.executeQuery("SELECT " + String.join(", ", selection) + " FROM " + source)) {
                String constant = options.serverOf(file);
                for (row = 1; rows.next(); row++) {
                    String name = server == null ? constant : rows.getString(server.index);
                    if (name == null || name.isEmpty()) {
                        throw error("names no server");
                    }
                    TimeText now = time(rows, time);
                    if (now == null) {
                        throw error("has no time");
                    }
                    TimeText before = previous == null ? null : time(rows, previous);
                    String of = instance == null ? null : rows.getString(instance.index);
                    boolean isWanted = sink.row(
                            target,
                            name,
                            now.millis(),
                            before == null ? SampleSink.NONE : before.millis(),
                            of == null || of.isEmpty() ? null : of,
                            row);
                    for (int level = 0; level < folders.size(); level++) {
                        Read folder = folders.get(level);
                        String text = folder == null ? null : rows.getString(folder.index);
                        if (text != null && !text.isEmpty()) {
                            sink.folder(level, text);
                        }
                    }
                    if (isWanted && !now.exact()) {
                        sink.rounded(null);
                    }
                    if (counter != null) {
                        addLong(rows, counter, value);
                    }
                    for (int i = 0; isWanted && i < reads.size(); i++) {
                        add(counters.get(i), rows, reads.get(i));
                    }
                }
            }
        }

        private void addLong(ResultSet rows, Read counter, @Nullable Read value) throws SQLException, IOException {
            String name = rows.getString(counter.index);
            if (name == null || name.isEmpty()) {
                throw error("names no counter");
            }
            if (excluded.stream().noneMatch(pattern -> pattern.matches(name))) {
                TableCounter one = target.counter(name);
                sink.declare(one, form(roles.value()).kind());
                if (value != null) {
                    add(one, rows, value);
                }
            }
        }

        private Form form(int column) {
            return Form.of(types.get(column), options.content().singlePrecision());
        }

        private Read select(String sql, Form form) {
            selection.add(sql);
            return new Read(selection.size(), form);
        }

        private Read column(int column) {
            Form form = form(column);
            return select(form.sql(Database.quotedName(names.get(column))), form);
        }

        private @Nullable Read text(int column) {
            return column < 0 ? null : select(Form.TEXT.sql(Database.quotedName(names.get(column))), Form.TEXT);
        }

        private Read timeColumn(int column) throws LoadException {
            Form form = Form.of(types.get(column), false);
            if (form == Form.TEXT || form == Form.BOOL) {
                throw new LoadException(file + ": column '" + names.get(column) + "' holds " + types.get(column)
                        + ", not times; expected times or numbers");
            }
            boolean isTime = form == Form.MICROS || form == Form.NANOS;
            Form read = isTime || form == Form.WHOLE ? form : Form.FLOAT64;
            return select(read.sql(Database.quotedName(names.get(column))), read);
        }

        private @Nullable TimeText time(ResultSet rows, Read column) throws SQLException, LoadException {
            double number =
                    column.form == Form.FLOAT64 ? rows.getDouble(column.index) : (double) rows.getLong(column.index);
            if (rows.wasNull()) {
                return null;
            }
            TimeText found = switch (column.form) {
                case MICROS -> TimeText.of(rows.getLong(column.index), 1_000);
                case NANOS -> TimeText.of(rows.getLong(column.index), 1_000_000);
                default -> units.time(number);
            };
            if (found == null) {
                throw error(units.notATime(String.valueOf(rows.getObject(column.index))));
            }
            return found;
        }

        private void add(TableCounter counter, ResultSet rows, Read column) throws SQLException, IOException {
            Form form = column.form;
            if (form == Form.TEXT || form == Form.LARGE) {
                String text = rows.getString(column.index);
                if (text != null && form == Form.LARGE) {
                    addLarge(counter, text);
                } else if (text != null) {
                    sink.value(counter, CellKind.TEXT, 0, text);
                }
                return;
            }
            long bits = switch (form) {
                case FLOAT64 -> Double.doubleToRawLongBits(rows.getDouble(column.index));
                case FLOAT32 -> Float.floatToRawIntBits(rows.getFloat(column.index)) & 0xffffffffL;
                case BOOL -> rows.getBoolean(column.index) ? 1 : 0;
                default -> rows.getLong(column.index);
            };
            if (rows.wasNull()) {
                return;
            }
            if (form == Form.MICROS || form == Form.NANOS) {
                TimeText time = TimeText.of(bits, form == Form.MICROS ? 1_000 : 1_000_000);
                if (time == null) {
                    throw error("counter '" + counter.name() + "': a time is not of the years 1 to 9999");
                }
                if (!time.exact()) {
                    sink.rounded(counter);
                }
                bits = time.millis();
            }
            sink.value(counter, form.kind(), bits, null);
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
            return new LoadException(file + ": row " + row + ": " + problem);
        }
    }
}

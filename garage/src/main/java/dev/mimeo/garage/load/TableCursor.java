package dev.mimeo.garage.load;

import dev.mimeo.garage.store.Column;
import dev.mimeo.garage.store.ColumnType;
import dev.mimeo.garage.store.NamePattern;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** Rows of all files of a table, by server and time. For one thread at a time. */
final class TableCursor implements AutoCloseable {

    private static final long DAY_MILLIS = 86_400_000;

    /** A server and a day, in days since 1970. */
    record Key(String server, long day) implements Comparable<Key> {

        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::server).thenComparingLong(Key::day);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private record Source(String name, ColumnType type, int index) {}

    private final String table;
    private final boolean narrow;
    private final boolean hasPrevious;
    private final CounterDeclarations declarations;
    private final List<Source> sources = new ArrayList<>();
    private final int counterIndex;
    private int instanceIndex;
    private final List<NamePattern> excluded;
    private final Connection connection;
    private final Statement statement;
    private final ResultSet rows;
    private @Nullable Key key;
    private String server = "";
    private long lastTime;
    private boolean hasLast;
    private long before;
    private boolean hasBefore;

    TableCursor(LoadEngine engine, String table, List<Path> files, ImportOptions options)
            throws SQLException, LoadException {
        this.table = table;
        this.declarations = options.declarations();
        this.excluded = options.exclude().stream().map(NamePattern::new).toList();
        List<String> queries = new ArrayList<>();
        int narrowFiles = 0;
        for (Path file : files) {
            InputTable input = new InputTable(engine, file, options);
            narrowFiles += input.isNarrow() ? 1 : 0;
            queries.add(input.query());
        }
        if (narrowFiles != 0 && narrowFiles != files.size()) {
            throw new LoadException(
                    "table '" + table + "': some files have a column for each counter and some a row for each value");
        }
        narrow = narrowFiles > 0;
        String all = String.join(" UNION ALL BY NAME ", queries);
        Map<String, String> columns = engine.describe(all);
        hasPrevious = columns.containsKey(Column.PREVIOUS_TIME);
        List<String> selection =
                new ArrayList<>(List.of(LoadEngine.quotedName(Column.SERVER), LoadEngine.quotedName(Column.TIME)));
        if (hasPrevious) {
            selection.add(LoadEngine.quotedName(Column.PREVIOUS_TIME));
        }
        String instance = null;
        int counter = 0;
        for (Map.Entry<String, String> column : columns.entrySet()) {
            String name = column.getKey();
            boolean fixed = name.equals(Column.SERVER) || name.equals(Column.TIME) || name.equals(Column.PREVIOUS_TIME);
            if (fixed || (!narrow && isExcluded(name))) {
                continue;
            }
            instance = name.equalsIgnoreCase(Column.INSTANCE) ? name : instance;
            ColumnType type = Types.of(column.getValue(), options.singlePrecision());
            if (narrow && name.equalsIgnoreCase("value") && type == ColumnType.INT64) {
                type = options.singlePrecision() ? ColumnType.FLOAT32 : ColumnType.FLOAT64;
            }
            selection.add(Types.value(LoadEngine.quotedName(name), column.getValue(), type));
            counter = narrow && name.equalsIgnoreCase("counter") ? selection.size() : counter;
            sources.add(new Source(name, type, selection.size()));
            instanceIndex = name.equals(instance) ? selection.size() : instanceIndex;
        }
        counterIndex = counter;
        // Streams do not share a connection.
        connection = ((DuckDBConnection) engine.connection()).duplicate();
        statement = connection.createStatement();
        rows = statement.executeQuery("SELECT " + String.join(", ", selection) + " FROM (" + all + ") ORDER BY "
                + LoadEngine.quotedName(Column.SERVER) + ", " + LoadEngine.quotedName(Column.TIME)
                + (instance == null ? "" : ", " + LoadEngine.quotedName(instance)));
        advance();
    }

    private boolean isExcluded(String name) {
        return excluded.stream().anyMatch(pattern -> pattern.matches(name));
    }

    /** Returns the server and day of the next rows, or null at the end. */
    @Nullable Key key() {
        return key;
    }

    private void advance() throws SQLException, LoadException {
        if (!rows.next()) {
            key = null;
            return;
        }
        String name = rows.getString(1);
        if (name == null) {
            throw new LoadException("table '" + table + "': a row names no server");
        }
        long time = rows.getLong(2);
        if (rows.wasNull()) {
            throw new LoadException("table '" + table + "', server '" + name + "': a row has no time");
        }
        if (!name.equals(server)) {
            hasLast = false;
            hasBefore = false;
            server = name;
        }
        if (hasLast && time != lastTime) {
            before = lastTime;
            hasBefore = true;
        }
        lastTime = time;
        hasLast = true;
        key = new Key(name, Math.floorDiv(time, DAY_MILLIS));
    }

    /** Takes all rows of the server and day of the next row. */
    DayTable readDay() throws SQLException, LoadException {
        Key current = Objects.requireNonNull(key);
        DayTable day = new DayTable(table, current.server(), declarations);
        long rowTime = Long.MIN_VALUE;
        String rowInstance = null;
        int row = -1;
        while (current.equals(key)) {
            String instance = instanceIndex == 0 ? null : rows.getString(instanceIndex);
            if (!narrow || row < 0 || rowTime != lastTime || !Objects.equals(rowInstance, instance)) {
                row = day.addRow(lastTime);
                rowTime = lastTime;
                rowInstance = instance;
                setPrevious(day, row);
            }
            if (narrow) {
                setNarrow(day, row);
            } else {
                for (Source source : sources) {
                    day.column(source.name(), source.type()).set(row, rows, source.index());
                }
            }
            advance();
        }
        return day;
    }

    private void setPrevious(DayTable day, int row) throws SQLException {
        ColumnBuilder previous = day.column(Column.PREVIOUS_TIME, ColumnType.TIMESTAMP);
        if (hasPrevious) {
            previous.set(row, rows, 3);
        } else if (hasBefore) {
            previous.set(row, before);
        }
    }

    private void setNarrow(DayTable day, int row) throws SQLException {
        if (instanceIndex > 0) {
            Source instance = sources.stream()
                    .filter(source -> source.index() == instanceIndex)
                    .findFirst()
                    .orElseThrow();
            day.column(instance.name(), instance.type()).set(row, rows, instanceIndex);
        }
        String counter = rows.getString(counterIndex);
        if (counter == null || counter.isEmpty() || isExcluded(counter)) {
            return;
        }
        for (Source source : sources) {
            if (source.name().toLowerCase(Locale.ROOT).equals("value")) {
                day.column(counter, source.type()).set(row, rows, source.index());
            }
        }
    }

    @Override
    public void close() throws SQLException {
        rows.close();
        statement.close();
        connection.close();
    }
}

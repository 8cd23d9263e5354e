package dev.mimeo.garage.load;

import dev.mimeo.garage.store.Column;
import dev.mimeo.garage.store.ColumnType;
import dev.mimeo.garage.store.ColumnValues;
import dev.mimeo.garage.store.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of a table of one server and day, as they come. For one thread at a time. */
final class DayTable {

    private final String name;
    private final String server;
    private final CounterDeclarations declarations;
    private final Map<String, ColumnBuilder> builders = new LinkedHashMap<>();
    private final Map<String, ColumnType> types = new LinkedHashMap<>();
    private int rows;

    DayTable(String name, String server, CounterDeclarations declarations) {
        this.name = name;
        this.server = server;
        this.declarations = declarations;
        column(Column.SERVER, ColumnType.TEXT);
        column(Column.TIME, ColumnType.TIMESTAMP);
        column(Column.PREVIOUS_TIME, ColumnType.TIMESTAMP);
    }

    /** Returns the builder of a column, which is there from then on. */
    ColumnBuilder column(String columnName, ColumnType type) {
        types.putIfAbsent(columnName, type);
        return builders.computeIfAbsent(columnName, key -> new ColumnBuilder(type));
    }

    /** Starts a row and returns its number. */
    int addRow(long time) throws LoadException {
        if (rows == TableSchema.MAX_ROWS) {
            throw new LoadException("table '" + name + "' of server '" + server + "' has more than "
                    + TableSchema.MAX_ROWS + " rows on a day");
        }
        column(Column.SERVER, ColumnType.TEXT).set(rows, server);
        column(Column.TIME, ColumnType.TIMESTAMP).set(rows, time);
        return rows++;
    }

    /** Returns the first value of a column of text, in any case, or null if there is none. */
    @Nullable String firstText(String columnName) {
        for (Map.Entry<String, ColumnType> column : types.entrySet()) {
            if (column.getKey().equalsIgnoreCase(columnName) && column.getValue() == ColumnType.TEXT) {
                ColumnValues values =
                        Objects.requireNonNull(builders.get(column.getKey())).build(rows);
                for (int row = 0; row < rows; row++) {
                    if (!values.isNull(row)) {
                        return values.texts()[row];
                    }
                }
            }
        }
        return null;
    }

    int rows() {
        return rows;
    }

    /** Returns what the values take uncompressed. */
    long rawBytes() {
        return schema().columns().stream()
                        .mapToLong(column -> column.type().rawBytes())
                        .sum()
                * rows;
    }

    private boolean isKept(String columnName) {
        boolean fixed = columnName.equals(Column.SERVER)
                || columnName.equals(Column.TIME)
                || columnName.equals(Column.PREVIOUS_TIME);
        return fixed || !Objects.requireNonNull(builders.get(columnName)).isEmpty();
    }

    /** Returns the table, without the counters that the server has no value of. */
    TableSchema schema() {
        List<Column> columns = new ArrayList<>();
        types.forEach((columnName, type) -> {
            if (isKept(columnName)) {
                columns.add(declarations.column(columnName, type));
            }
        });
        return new TableSchema(name, rows, columns);
    }

    /** Returns the values of the columns of {@link #schema}. */
    List<ColumnValues> values() {
        List<ColumnValues> values = new ArrayList<>();
        builders.forEach((columnName, builder) -> {
            if (isKept(columnName)) {
                values.add(builder.build(rows));
            }
        });
        return values;
    }
}

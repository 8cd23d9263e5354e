package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.AnyCase;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A table of a packed file: its name, its size and its columns.
 *
 * @param name as given; tables are found without regard to case
 * @param rows 0 to {@link #MAX_ROWS}
 * @param columns in order; no two have names that differ in case only
 */
public record TableSchema(String name, int rows, List<ColumnSchema> columns) {

    /** Name of the table of the counters that have no instances. */
    public static final String RAW_DATA = "RawData";

    /** Rows of a block; every column is cut into blocks, which are packed each on its own. */
    public static final int BLOCK_ROWS = 65_536;

    /** Most rows of a table. */
    public static final int MAX_ROWS = 1 << 24;

    /** Most columns of a table. */
    public static final int MAX_COLUMNS = 1 << 16;

    /** Checks names and sizes. */
    public TableSchema {
        columns = List.copyOf(columns);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a table needs a name");
        }
        if (rows < 0 || rows > MAX_ROWS) {
            throw new IllegalArgumentException("table '" + name + "': rows must be 0 to " + MAX_ROWS + ", got " + rows);
        }
        if (columns.isEmpty() || columns.size() > MAX_COLUMNS) {
            throw new IllegalArgumentException(
                    "table '" + name + "': columns must be 1 to " + MAX_COLUMNS + ", got " + columns.size());
        }
        Set<String> keys = new HashSet<>(columns.size() * 2);
        for (ColumnSchema column : columns) {
            if (!keys.add(AnyCase.key(column.name()))) {
                throw new IllegalArgumentException("table '" + name + "' has two columns '" + column.name() + "'");
            }
        }
    }

    /** Returns the number of a column, in any case, or -1 if there is none. */
    public int indexOf(String column) {
        String key = AnyCase.key(column);
        for (int i = 0; i < columns.size(); i++) {
            if (AnyCase.key(columns.get(i).name()).equals(key)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the number of blocks. */
    public int blocks() {
        return (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    }

    /** Returns the rows of a block: {@link #BLOCK_ROWS} of all but the last. */
    public int blockRows(int block) {
        return Math.min(BLOCK_ROWS, rows - block * BLOCK_ROWS);
    }

    /**
     * Refuses values that a column cannot have.
     *
     * @throws IllegalArgumentException if their type or number is not that of the column
     */
    void requireColumn(int index, ColumnArray values) {
        ColumnSchema column = columns.get(index);
        if (values.type() != column.type() || values.rows() != rows) {
            throw new IllegalArgumentException("column '" + column.name() + "' has " + rows + " rows of "
                    + column.type() + ", got " + values.rows() + " of " + values.type());
        }
    }
}

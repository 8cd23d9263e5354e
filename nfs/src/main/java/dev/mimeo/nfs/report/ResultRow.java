package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.ResultTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row that an analysis has given out, or one of a report. Immutable as long as nobody changes the array. */
final class ResultRow {

    private final ResultTable table;
    private final @Nullable Object[] values;

    ResultRow(ResultTable table, @Nullable Object... values) {
        this.table = table;
        this.values = values;
    }

    @Nullable Object[] values() {
        return Arrays.copyOf(values, values.length);
    }

    private @Nullable Object value(String column) {
        List<ResultTable.Column> columns = table.columns();
        for (int i = 0; i < values.length; i++) {
            if (columns.get(i).name().equals(column)) {
                return values[i];
            }
        }
        throw new IllegalArgumentException(table.name() + " has no column " + column);
    }

    boolean isAny(String column) {
        return value(column) == null;
    }

    /** Returns a value as text; empty if it is any. */
    String text(String column) {
        Object value = value(column);
        return value == null ? "" : value.toString();
    }

    /** Returns a number; NaN if it is any. */
    double number(String column) {
        return value(column) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** Returns whether a column has a text; null is any. */
    boolean has(String column, @Nullable String text) {
        return text == null ? isAny(column) : text(column).equals(text);
    }
}

package dev.mimeo.garage.query;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows that a script gives for a file, as they come. For one thread. */
public final class FileRows {

    private final List<ResultType> columns;
    private final ResultSet rows;
    private final Function<SQLException, IOException> explanation;

    FileRows(List<ResultType> columns, ResultSet rows, Function<SQLException, IOException> explanation) {
        this.columns = columns;
        this.rows = rows;
        this.explanation = explanation;
    }

    /** Returns the columns, which are the same for all files with the same types of columns. */
    public List<ResultType> columns() {
        return columns;
    }

    /**
     * Returns the next row.
     *
     * @return a value for each column, of the class that JDBC has for its type (times as {@link java.sql.Timestamp}), null for
     *     NULL; or null if there are no more rows
     * @throws IOException if the file is damaged or the script fails
     */
    public @Nullable Object @Nullable [] next() throws IOException {
        try {
            if (!rows.next()) {
                return null;
            }
            @Nullable Object[] row = new Object[columns.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = rows.getObject(i + 1);
            }
            return row;
        } catch (SQLException e) {
            throw explanation.apply(e);
        }
    }
}

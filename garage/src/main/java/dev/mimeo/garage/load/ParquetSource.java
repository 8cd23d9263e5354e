package dev.mimeo.garage.load;

import dev.mimeo.sql.internal.Database;
import dev.mimeo.sql.internal.InexactColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

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
    public List<String> warnings() throws IOException {
        try {
            List<String> names = List.copyOf(columns().keySet());
            ColumnRoles roles = ColumnRoles.of(file, names, options);
            return InexactColumn.of(engine.connection(), file).stream()
                    .filter(column -> roles.isRead(names.indexOf(column.name())))
                    .map(InexactColumn::warning)
                    .toList();
        } catch (SQLException e) {
            throw LoadException.of(file.toString(), e);
        }
    }

    @Override
    public void read(CounterTables tables, SampleSink sink) throws IOException {
        try {
            CounterTable target = tables.table(table);
            ParquetColumns columns = new ParquetColumns(this, columns(), target, sink);
            new ParquetRows(this, columns, target, sink).read();
        } catch (SQLException e) {
            throw LoadException.of(file.toString(), e);
        }
    }

    /** Returns the types of the columns by their names. */
    private Map<String, String> columns() throws SQLException {
        return engine.describe("SELECT * FROM " + relation());
    }

    /** Returns the expression that is the file in SQL. */
    String relation() {
        return "read_parquet(" + Database.quotedString(file.toString()) + ")";
    }
}

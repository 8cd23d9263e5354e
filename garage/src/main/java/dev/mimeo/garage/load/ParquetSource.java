package dev.mimeo.garage.load;

import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

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
            CounterTable target = tables.table(table);
            ParquetColumns columns =
                    new ParquetColumns(this, engine.describe("SELECT * FROM " + relation()), target, sink);
            new ParquetRows(this, columns, target, sink).read();
        } catch (SQLException e) {
            throw LoadException.of(file.toString(), e);
        }
    }

    /** Returns the expression that is the file in SQL. */
    String relation() {
        return "read_parquet(" + Database.quotedString(file.toString()) + ")";
    }
}

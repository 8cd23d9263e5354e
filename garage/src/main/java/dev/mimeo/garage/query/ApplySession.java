package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Interface of a worker to an engine: it binds SQL to the tables of a file and runs it. For one thread at a time. */
interface ApplySession extends Closeable {

    /**
     * Binds a query to tables, without reading any rows.
     *
     * @return the columns of its result
     * @throws MissingColumnException if a table or column that it names is not there
     * @throws SqlException if it is wrong in any other way
     */
    List<ResultType> bind(String sql, FileTables tables) throws SqlException, MissingColumnException;

    /**
     * Runs a query that was bound to tables of the same signature, and keeps its rows with the number of the file.
     *
     * @param types the columns of its result
     * @throws SqlException if the engine fails
     * @throws IOException if the file is damaged
     */
    long run(String sql, FileTables tables, List<ResultType> types, int file) throws IOException;
}

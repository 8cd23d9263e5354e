package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;

/** The database engine that runs queries, DuckDB. */
public final class SqlEngine {

    private SqlEngine() {}

    /**
     * Returns whether the engine is on the class path. Without it, everything else in this package fails. That its native library can
     * be loaded is found out by the first query.
     */
    public static boolean isPresent() {
        return Database.isPresent();
    }
}

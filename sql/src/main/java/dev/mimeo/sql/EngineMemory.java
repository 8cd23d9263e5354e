package dev.mimeo.sql;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether the engine has memory for long strings before they are copied into its vectors. The library takes that memory outside of
 * any handler of errors, so if there is none, it ends the process. A query that takes as much fails in an ordinary way. Other threads may
 * take the memory between test and copy, so this makes the end of the process unlikely, not impossible. Thread-safe.
 */
final class EngineMemory implements Closeable {

    private static final long MAX_BATCH_BYTES = 16L << 20;
    private static final long MIN_BATCH_BYTES = 64L << 10;

    /** Fewer bytes are not tested: a test would take longer than the copy. */
    private static final long LARGE_BYTES = 1L << 20;

    /** Bytes of the string that a test repeats. */
    private static final int UNIT = 1 << 14;

    /** Only a value that goes from one operator to another is in the same memory as the vectors. */
    private static final String TEST = "SELECT max(length(text)) FROM (SELECT repeat(repeat('x', " + UNIT
            + "), ? + number) AS text FROM range(1) AS numbers(number))";

    private final Connection user;
    private final long batchBytes;

    /** Made for the first test: most queries need none. */
    @GuardedBy("this") private @Nullable Connection connection;

    @GuardedBy("this") private @Nullable PreparedStatement test;

    /** @param user a connection to the engine, which stays open */
    EngineMemory(Connection user, SqlOptions options) {
        this.user = user;
        batchBytes =
                Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, options.memoryBytes() / 16 / options.threads()));
    }

    /** Returns how many bytes of strings of a column to copy at once, unless one string alone is longer. */
    long batchBytes() {
        return batchBytes;
    }

    /**
     * Tests whether there is memory for strings.
     *
     * @param bytes size of all of them
     * @throws SqlException if there is not
     */
    synchronized void require(long bytes) throws SqlException {
        if (bytes < LARGE_BYTES) {
            return;
        }
        try {
            PreparedStatement prepared = prepared();
            // Allocations of the engine are powers of two.
            prepared.setLong(1, 2 * bytes / UNIT);
            try (ResultSet rows = prepared.executeQuery()) {
                rows.next();
            }
        } catch (SQLException e) {
            throw new SqlException("the engine needs more memory than its limit", e);
        }
    }

    @GuardedBy("this") private PreparedStatement prepared() throws SQLException {
        if (connection == null) {
            connection = user.unwrap(DuckDBConnection.class).duplicate();
        }
        if (test == null) {
            test = connection.prepareStatement(TEST);
        }
        return test;
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }
}

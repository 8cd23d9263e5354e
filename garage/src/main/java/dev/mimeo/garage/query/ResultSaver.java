package dev.mimeo.garage.query;

import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.internal.Database;
import dev.mimeo.sql.internal.ParquetValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Saves results to files. */
final class ResultSaver {

    /** The name of the database that is written, in SQL. */
    private static final String SAVED = Database.quotedName("mimeo saved");

    private ResultSaver() {}

    /**
     * Saves the rows of a query.
     *
     * @param file overwritten
     * @return rows saved
     */
    static long save(Connection connection, String sql, Completeness completeness, QueryRun.FileKind kind, Path file)
            throws SQLException, IOException {
        return switch (kind) {
            case CSV -> ResultText.saveCsv(connection, sql, file);
            case EXCEL -> ExcelResult.save(connection, sql, completeness, file);
            case PACKED -> PackedResult.save(connection, sql, completeness, file);
            case DUCKDB -> saveDatabase(connection, sql, completeness, file);
            case PARQUET -> {
                try (Statement statement = connection.createStatement()) {
                    yield statement.executeLargeUpdate("COPY (" + ParquetValues.exact(connection, sql) + "\n) TO "
                            + Database.quotedString(file.toString())
                            + " (FORMAT parquet, USE_TMP_FILE false, CODEC 'zstd')");
                }
            }
        };
    }

    private static long saveDatabase(Connection connection, String sql, Completeness completeness, Path file)
            throws SQLException, IOException {
        // An empty file is not a database, and another one is none of this result.
        Files.deleteIfExists(file);
        Database.execute(connection, "ATTACH " + Database.quotedString(file.toString()) + " AS " + SAVED);
        try {
            long rows;
            try (Statement statement = connection.createStatement()) {
                rows = statement.executeLargeUpdate("CREATE TABLE " + SAVED + ".Result AS " + sql);
            }
            Database.execute(
                    connection,
                    "CREATE TABLE " + SAVED
                            + ".Completeness (item VARCHAR, files BIGINT, path VARCHAR, reason VARCHAR)");
            try (PreparedStatement statement =
                    connection.prepareStatement("INSERT INTO " + SAVED + ".Completeness VALUES (?, ?, ?, ?)")) {
                for (Completeness.Row row : completeness.rows()) {
                    statement.setString(1, row.item());
                    statement.setObject(2, row.files());
                    statement.setString(3, row.path());
                    statement.setString(4, row.reason());
                    statement.addBatch();
                }
                statement.executeBatch();
            }
            Database.execute(connection, "CHECKPOINT " + SAVED);
            return rows;
        } finally {
            Database.execute(connection, "DETACH " + SAVED);
            Database.deleteCompanions(file);
        }
    }
}

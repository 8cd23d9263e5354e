package dev.mimeo.sql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DatabaseTest {

    private static String setting(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT CAST(current_setting('" + name + "') AS VARCHAR)")) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void databasesHaveTheLimitsThatWereGiven(@TempDir Path folder) throws SQLException {
        Path spill = folder.resolve("a 'quoted' folder");
        try (Connection connection = Database.open(null, 3, 128L << 20, spill)) {
            assertThat(setting(connection, "threads")).isEqualTo("3");
            assertThat(setting(connection, "memory_limit")).isEqualTo("128.0 MiB");
            assertThat(setting(connection, "temp_directory")).isEqualTo(spill.toString());
        }
    }

    @Test
    void allDatabasesAreInUtcAndLoadNoExtension(@TempDir Path folder) throws SQLException {
        try (Connection file = Database.open(folder.resolve("a.duckdb"));
                Connection memory = Database.open(null, 1, 128L << 20, folder)) {
            for (Connection connection : new Connection[] {file, memory}) {
                assertThat(setting(connection, "TimeZone")).isEqualTo("UTC");
                assertThat(setting(connection, "autoinstall_known_extensions")).isEqualTo("false");
                assertThat(setting(connection, "autoload_known_extensions")).isEqualTo("false");
            }
        }
    }

    /** A full disk ends the transaction before it is rolled back, as the statement does here. */
    @Test
    void theFirstErrorOfATransactionCounts(@TempDir Path folder) throws SQLException {
        try (Connection connection = Database.open(folder.resolve("t.db"))) {
            assertThatThrownBy(() -> Database.inTransaction(connection, () -> {
                        Database.execute(connection, "CREATE TABLE a (x INTEGER)");
                        Database.execute(connection, "ROLLBACK");
                        throw new SQLException("full");
                    }))
                    .hasMessage("full");
        }
    }
}

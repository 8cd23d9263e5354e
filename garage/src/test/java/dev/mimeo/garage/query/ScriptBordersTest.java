package dev.mimeo.garage.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.query.GarageQuery.Scope;
import dev.mimeo.garage.query.GarageQuery.Script;
import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts can come from others: what they may not reach. */
@Tag("thorough")
final class ScriptBordersTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "-- nothing",
                "SELECT 1; SELECT 2",
                "SELECT 1; DROP TABLE x",
                "CREATE TABLE x(a INTEGER)",
                "INSERT INTO ApplyResult SELECT 1",
                "DELETE FROM ApplyResult",
                "DROP VIEW ApplyResult",
                "COPY (SELECT 1) TO '/tmp/x.csv'",
                "COPY ApplyResult FROM '/etc/passwd'",
                "EXPORT DATABASE '/tmp/x'",
                "ATTACH '/tmp/x.duckdb'",
                "INSTALL httpfs",
                "LOAD httpfs",
                "PRAGMA database_list",
                "SET memory_limit = '1TB'",
                "SET lock_configuration = false",
                "RESET ALL",
                "CALL pragma_version()",
                "DESCRIBE ApplyResult",
                "SUMMARIZE ApplyResult",
                "SHOW TABLES",
                "SELECT * FROM (DESCRIBE ApplyResult)",
                "SELECT * FROM read_csv('/etc/passwd')",
                "SELECT * FROM read_text('/etc/passwd')",
                "SELECT * FROM read_blob('/etc/passwd')",
                "SELECT * FROM read_parquet('x')",
                "SELECT * FROM glob('/etc/*')",
                "SELECT * FROM '/etc/passwd'",
                "SELECT * FROM \"/etc/passwd\"",
                "SELECT * FROM duckdb_settings()",
                "SELECT * FROM duckdb_settings",
                "SELECT * FROM pragma_database_list()",
                "SELECT * FROM information_schema.tables",
                "SELECT * FROM main.ApplyResult",
                "SELECT * FROM memory.main.ApplyResult",
                "SELECT * FROM \"mimeo rows\"",
                "SELECT * FROM \"mimeo outcomes\"",
                "SELECT * FROM mimeo_source(0)",
                "SELECT * FROM query('SELECT 1')",
                "SELECT * FROM query_table('ApplyResult')",
                "SELECT * FROM json_execute_serialized_sql('x')",
                "SELECT getenv('HOME')",
                "SELECT current_setting('temp_directory')",
                "SELECT (SELECT getenv('HOME')) FROM ApplyResult",
                "SELECT 1 ORDER BY (SELECT max(a) FROM read_csv('x') t(a))",
                "WITH a AS (SELECT * FROM read_text('/etc/passwd')) SELECT * FROM a",
                "WITH duckdb_settings AS (SELECT 1) SELECT * FROM duckdb_settings",
                "WITH RECURSIVE a AS (SELECT 1 UNION SELECT * FROM glob('/*')) SELECT * FROM a",
                "SELECT * FROM sniff_csv('/etc/passwd')",
                "SELECT nextval('x')",
                "SELECT 1 --\r; COPY (SELECT 1) TO '/tmp/x.csv'",
                "SELECT 1 /* /* */ */; DROP TABLE x",
                "WITH a AS (COPY (SELECT 1) TO '/tmp/x.csv') SELECT * FROM a",
                "WITH a AS (DELETE FROM ApplyResult RETURNING *) SELECT * FROM a",
                "SELECT $$a$$; DROP TABLE x -- $$",
                "SELECT E'\\''; DROP TABLE x --'",
                "EXPLAIN ANALYZE COPY (SELECT 1) TO '/tmp/x.csv'",
                "SELECT * FROM (PIVOT ApplyResult ON a USING count(*))",
                "SELECT unclosed '"
            })
    void refuses(String script) throws IOException {
        GarageQuery.Options options = GarageQuery.Options.of(List.of(folder), 1, folder.resolve("tmp"));
        GarageQuery query =
                new GarageQuery(Script.ofText("SELECT 1 AS a"), new Scope("*"), Script.ofText(script), null);
        assertThatThrownBy(() -> QueryRun.open(query, options).close())
                .isInstanceOf(SqlException.class)
                .satisfies(
                        e -> assertThat(e.getMessage()).startsWith("COMBINE: ").doesNotContain("\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a FROM ApplyResult",
                "FROM applyresult",
                "SELECT a FROM ApplyResult;",
                "(SELECT a FROM ApplyResult)",
                "WITH x AS (SELECT a FROM ApplyResult) SELECT x.a FROM x, range(3) r(i) WHERE i = 1",
                "SELECT unnest([1, 2])",
                "VALUES (1)",
                "SELECT a FROM ApplyResult UNION ALL SELECT 'x'",
                "SELECT 'SELECT * FROM read_csv(''x'')' AS text"
            })
    void allows(String script) throws IOException {
        GarageQuery.Options options = GarageQuery.Options.of(List.of(folder), 1, folder.resolve("tmp"));
        GarageQuery query =
                new GarageQuery(Script.ofText("SELECT 1 AS a"), new Scope("*"), Script.ofText(script), null);
        QueryRun.open(query, options).close();
    }

    @Test
    void theEngineItselfReachesNoFileEither() throws IOException, SQLException {
        Path secret = Files.writeString(folder.resolve("secret"), "x");
        try (GarageEngine engine = GarageEngine.open(null, 64L << 20, folder.resolve("tmp"), List.of(), List.of());
                DuckDbSession session = engine.session();
                Statement statement = session.connection().createStatement()) {
            for (String sql : List.of(
                    "SELECT * FROM read_text('" + secret + "')",
                    "COPY (SELECT 1) TO '" + folder.resolve("out") + "'",
                    "ATTACH '" + folder.resolve("db") + "' AS db",
                    "SET enable_external_access = true",
                    "SET threads = 8",
                    "LOAD httpfs")) {
                assertThatThrownBy(() -> statement.execute(sql)).as(sql).isInstanceOf(SQLException.class);
            }
        }
        assertThat(folder.resolve("out")).doesNotExist();
    }
}

package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.sql.internal.Database;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine writes CSV in the bytes that Java prints. */
final class SavedCsvTest {

    private static final String PIECES = "\",\r\n#' ;\t\\a\u00e9\u2028";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 AS a, NULL AS b, '' AS c, 'NULL' AS d, '#' AS e",
                "SELECT 1 AS a, 2 AS a, 3 AS A",
                "SELECT 1 AS \"#\", 2 AS \"b\"\"x,\", 3 AS \"c\nd\"",
                "SELECT 1.5e300 AS a, CAST('nan' AS DOUBLE) AS b, -0.0::FLOAT AS c, 12.30::DECIMAL(9, 2) AS d, 1::HUGEINT << 100 AS e",
                "SELECT [1.5, NULL]::DECIMAL(3, 1)[] AS a, {'x': 'a,b'} AS b, MAP {'k': '\"'} AS c, '\\xAB'::BLOB AS d",
                "SELECT TIMESTAMP '2009-10-31 12:00:00.5' AS a, DATE '2009-10-31' AS b, TIME '01:02:03' AS c, true AS d, INTERVAL 3 DAY AS e",
                "SELECT 1 AS a, 'x' AS b WHERE false",
                "SELECT i, -i AS j FROM range(300000) AS t(i) ORDER BY j",
            })
    void savedAsPrinted(String sql) throws Exception {
        try (Connection connection = open()) {
            check(connection, sql, sql);
        }
    }

    @Test
    void textsOfAllKinds() throws Exception {
        long seed = 20260;
        Random random = new Random(seed);
        try (Connection connection = open()) {
            Database.execute(connection, "CREATE TABLE texts (number INTEGER, a VARCHAR, b VARCHAR)");
            try (PreparedStatement row = connection.prepareStatement("INSERT INTO texts VALUES (?, ?, ?)")) {
                for (int i = 0; i < 3000; i++) {
                    row.setInt(1, i);
                    row.setString(2, i < 256 ? String.valueOf((char) i) : text(random));
                    row.setString(3, random.nextInt(8) == 0 ? null : text(random));
                    row.addBatch();
                }
                row.executeBatch();
            }
            check(connection, "SELECT a, b FROM texts ORDER BY number", "seed " + seed);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(PIECES.charAt(random.nextInt(PIECES.length())));
        }
        return text.toString();
    }

    private Connection open() throws Exception {
        Connection connection = Database.open(null, 1, 256 << 20, folder.resolve("engine"));
        Database.execute(connection, "SET preserve_insertion_order = false");
        return connection;
    }

    private void check(Connection connection, String sql, String description) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        long rows = ResultText.print(connection, sql, ResultText.Format.CSV, printed)
                .rows();
        Path file = folder.resolve("saved.csv.gz");
        assertThat(ResultText.saveCsv(connection, sql, file)).as(description).isEqualTo(rows);
        assertThat(Files.readString(file)).as(description).isEqualTo(printed.toString(UTF_8));
    }
}

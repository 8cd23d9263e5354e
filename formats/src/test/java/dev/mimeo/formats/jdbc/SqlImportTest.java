package dev.mimeo.formats.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of a real database, SQLite in memory. */
final class SqlImportTest {

    private static String rows(boolean wide, TextOptions options, String query, String... statements)
            throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
            try (ResultSet result = statement.executeQuery(query)) {
                SqlImport rows = SqlImport.of(result, "db", "T", wide);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (DataSeriesWriter writer = DataSeriesWriter.create(
                                Channels.newChannel(out), List.of(rows.type()), WriterOptions.DEFAULT);
                        ExtentOutput output = new ExtentOutput(writer, rows.type(), 1024)) {
                    rows.copy(output, count -> {});
                }
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                try (DataSeriesReader reader = DataSeriesReader.read(out.toByteArray(), "file")) {
                    new ExtentText(text, options).print(reader);
                }
                return text.toString(UTF_8);
            }
        }
    }

    @Test
    void columnsBecomeFields() throws IOException, SQLException {
        String[] statements = {
            "create table t (id integer not null, big bigint, ok boolean, x double, name varchar(20), data blob,"
                    + " price decimal(10,2), huge decimal(30,3), whole integer, at timestamp, day date)",
            "insert into t values (7, -9223372036854775808, 1, 0.1, 'Zoë \"x\"', x'00ff', 12.25, 123.5, 99,"
                    + " '2001-09-09 01:46:40.250', '1970-01-02')",
            "insert into t values (8, null, null, null, null, null, null, null, null, '1970-01-01 00:00:01', null)"
        };
        String text = rows(false, TextOptions.DEFAULT.withoutIndex(), "select * from t", statements);
        assertThat(text).contains("""
            <ExtentType name="T" version="1.0">
              <field name="id" type="int32" />
              <field name="big" type="int64" opt_nullable="yes" />
              <field name="ok" type="bool" opt_nullable="yes" />
              <field name="x" type="double" opt_nullable="yes" />
              <field name="name" type="variable32" pack_unique="yes" opt_nullable="yes" />
              <field name="data" type="variable32" pack_unique="yes" print_style="hex" opt_nullable="yes" />
              <field name="price" type="double" opt_nullable="yes" />
              <field name="huge" type="variable32" pack_unique="yes" opt_nullable="yes" />
              <field name="whole" type="int32" opt_nullable="yes" />
              <field name="at" type="int64" units="microseconds" epoch="unix" opt_nullable="yes" />
              <field name="day" type="int64" units="microseconds" epoch="unix" opt_nullable="yes" />
            """);
        assertThat(rows(false, TextOptions.JSON, "select * from t", statements)
                        .lines()
                        .toList())
                .containsExactly(
                        "{\"type\":\"T\",\"row\":{\"id\":7,\"big\":-9223372036854775808,\"ok\":true,\"x\":0.1,"
                                + "\"name\":\"Zoë \\\"x\\\"\",\"data\":{\"hex\":\"00ff\"},\"price\":12.25,"
                                + "\"huge\":\"123.5\",\"whole\":99,\"at\":1000000000250000,\"day\":86400000000}}",
                        "{\"type\":\"T\",\"row\":{\"id\":8,\"big\":null,\"ok\":null,\"x\":null,\"name\":null,"
                                + "\"data\":null,\"price\":null,\"huge\":null,\"whole\":null,\"at\":1000000,"
                                + "\"day\":null}}");
    }

    @Test
    void timesThatAreTextsAreExact() throws IOException, SQLException {
        String query = "select at, day from t";
        String table = "create table t (at timestamp, day date)";
        String text = rows(
                false,
                TextOptions.CSV,
                query,
                table,
                "insert into t values ('2020-01-01 10:00:00.123456', '0001-01-01')",
                "insert into t values ('2020-01-01 10:00:00.5', '1582-10-10')",
                "insert into t values ('1500-03-01 12:00:00', null), (1500, '1970-01-01')",
                "insert into t values (-5364662400001, null), (-14831769600000, null)");
        assertThat(text)
                .isEqualTo("at,day\n"
                        + micros("2020-01-01T10:00:00.123456") + "," + micros("0001-01-01T00:00") + "\n"
                        + micros("2020-01-01T10:00:00.5") + "," + micros("1582-10-10T00:00") + "\n"
                        + micros("1500-03-01T12:00") + ",null\n1500000,0\n"
                        + micros("1799-12-31T23:59:59.999") + ",null\n" + micros("1500-01-01T00:00") + ",null\n");
        assertThatThrownBy(() -> rows(
                        false, TextOptions.CSV, query, table, "insert into t values ('2020-13-45 10:00:00.000', null)"))
                .hasMessage("db: row 1, column 'at': '2020-13-45 10:00:00.000' is not a time after ISO 8601, such as "
                        + "2026-03-01 12:00:00.25");
    }

    private static long micros(String time) {
        return ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), LocalDateTime.parse(time));
    }

    @Test
    void bytesInColumnsOfTextsAreKept() throws IOException, SQLException {
        String text = rows(
                false,
                TextOptions.JSON,
                "select name from t",
                "create table t (name text)",
                "insert into t values (x'ff00'), ('\ufffd'), (x'c3a4')");
        assertThat(text.lines())
                .containsExactly(
                        "{\"type\":\"T\",\"row\":{\"name\":{\"hex\":\"ff00\"}}}",
                        "{\"type\":\"T\",\"row\":{\"name\":\"\ufffd\"}}",
                        "{\"type\":\"T\",\"row\":{\"name\":\"\u00e4\"}}");
    }

    @Test
    void onlyBooleansBecomeBooleans() throws IOException, SQLException {
        String table = "create table t (ok boolean)";
        assertThat(rows(false, TextOptions.CSV, "select ok from t", table, "insert into t values (1), (false), (null)"))
                .isEqualTo("ok\nT\nF\nnull\n");
        for (String value : List.of("yes", "true", "2", "0.5", "-1")) {
            assertThatThrownBy(() -> rows(
                            false,
                            TextOptions.CSV,
                            "select ok from t",
                            table,
                            "insert into t values (0), ('" + value + "')"))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessage("db: row 2, column 'ok': '" + value
                            + "' is not a boolean: let the query return the column as text");
        }
    }

    @Test
    void manyRowsKeepTheirOrder() throws IOException, SQLException {
        String query = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)"
                + " select i as \"a<b\", i * 2 as \"a<b\" from n";
        String text = rows(true, TextOptions.CSV, query);
        assertThat(text.lines().filter(line -> !line.startsWith("a")))
                .hasSize(20_000)
                .last()
                .isEqualTo("20000,40000");
        assertThat(text).startsWith("a<b,a<b_2\n1,2\n");
    }

    @Test
    void valuesThatDoNotFitAreNamed() throws IOException, SQLException {
        String[] statements = {"create table t (n integer)", "insert into t values (1), (3000000000)"};
        assertThatThrownBy(() -> rows(false, TextOptions.CSV, "select n from t", statements))
                .isInstanceOf(DataSeriesException.class)
                .hasMessage("db: row 2, column 'n': 3000000000 does not fit into 32 bits: read all integers as int64");
        assertThat(rows(true, TextOptions.CSV, "select n from t", statements)).isEqualTo("n\n1\n3000000000\n");
        assertThatThrownBy(() -> rows(
                        true,
                        TextOptions.CSV,
                        "select n from t",
                        "create table t (n integer)",
                        "insert into t values (1), ('x')"))
                .hasMessage("db: row 2, column 'n': 'x' is not an integer of 64 bits");
    }
}

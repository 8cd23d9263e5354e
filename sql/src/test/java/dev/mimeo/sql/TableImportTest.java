package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.internal.text.ExactDecimals;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of other origin as DataSeries files. */
@Tag("thorough")
final class TableImportTest {

    private static final TableImport.Options INFERRED =
            new TableImport.Options(null, null, WriterOptions.DEFAULT, 64 << 10);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path parquet(String sql) throws Exception {
        Path file = folder.resolve("table.parquet");
        Files.deleteIfExists(file);
        try (Engine engine = Engine.open(SqlOptions.of(1, folder.resolve("spill")))) {
            engine.execute("COPY (" + sql + ") TO '" + file + "' (FORMAT parquet)");
        }
        return file;
    }

    private Path convert(Path in, TableImport.Options options) throws IOException {
        Path out = folder.resolve("out.ds");
        try (FileChannel channel = FileChannel.open(
                out, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            TableImport.run(in, channel, options, SqlOptions.of(2, folder.resolve("spill")));
        }
        return out;
    }

    private static ExtentType type(Path file) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            return reader.types().get(0);
        }
    }

    @Test
    void firstLinesOfValuesAreNotPassedOver() throws Exception {
        Path values = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n3,4,5\n6,7,8\n");
        assertThatThrownBy(() -> convert(values, INFERRED))
                .isInstanceOf(SqlException.class)
                .hasMessage(values
                        + ": the first 2 lines and the others have different numbers of values: correct the lines, or"
                        + " remove the first ones");
        Path title = Files.writeString(folder.resolve("t.csv"), "Title of the table\n\na,b\n1,2\n3,4\n");
        assertThat(type(convert(title, INFERRED)).fields().stream().map(Field::name))
                .containsExactly("a", "b");
    }

    /** The engine passes over the names behind a comment if few lines follow, and takes the first values for names. */
    @ParameterizedTest
    @ValueSource(strings = {"# c\nid,name,x\n1.5,\"q,q\",3\n4,,5\n", "# c\nid,name,id\n1,\"q,q\",3\n4,,5\n"})
    void namesBehindACommentAreNotPassedOver(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("t.csv"), text);
        String problem =
                file + ": line 2 has as many values as the others, but the engine would pass over it: correct the"
                        + " lines, or ";
        assertThatThrownBy(() -> convert(file, INFERRED))
                .isInstanceOf(SqlException.class)
                .hasMessage(problem + "remove the first ones");
        SqlOptions options = SqlOptions.of(1, folder.resolve("spill"));
        assertThatThrownBy(() -> TraceQuery.open("SELECT * FROM '" + file + "'", options, List.of()))
                .isInstanceOf(SqlException.class)
                .hasMessage(problem + "leave them out with read_csv('" + file + "', skip = 1)");
        Files.writeString(file, text.substring(text.indexOf('\n') + 1));
        assertThat(type(convert(file, INFERRED)).fields().get(0).name()).isEqualTo("id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"# numbers\n", "# a title\n# of two lines\n", "Title\n\n"})
    void linesBeforeTheNamesAreNoValues(String title) throws Exception {
        Path file = Files.writeString(folder.resolve("t.csv"), title + "a;b;day\n1;\"\";2026-01-31\n2;x;2026-02-01\n");
        Path out = convert(file, INFERRED);
        assertThat(rows(out)).containsExactly("1, '', 1769817600000000", "2, 'x', 1769904000000000");
        ExtentType type = type(out);
        assertThat(rows(convert(file, new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10))))
                .isEqualTo(rows(out));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "a,b\\n1,2\\n3\\n ! line 3 has 1 value, and the first line has 2 ! ,",
                "a,b\\n1,2\\n3,4,5\\n6,7\\n ! line 3 has 3 values, and the first line has 2 ! ,",
                "a,b\\n3\\n ! line 2 has 1 value, and the first line has 2 ! ,",
                "a;b\\n1;2\\n3\\n ! line 3 has 1 value, and the first line has 2 ! ;",
                "\"a,b\",c\\n1,2\\n3\\n ! line 3 has 1 value, and the first line has 2 ! ,",
            })
    void unevenLinesAreNotOneColumnOfText(String text, String problem, char separator) throws Exception {
        Path file = Files.writeString(folder.resolve("t.csv"), text.replace("\\n", "\n"));
        assertThatThrownBy(() -> convert(file, INFERRED))
                .isInstanceOf(SqlException.class)
                .hasMessage(
                        file + ": " + problem + ": correct the lines, put values with a '" + separator + "' in quotes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n\"1,2\"\n3\n", "\"a,b\"\n1\n2\n", "text\na b\nc d\n", "a\n1\n\n2\n"})
    void oneColumnOfValuesIsImported(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("t.csv"), text);
        assertThat(type(convert(file, INFERRED)).fields()).hasSize(1);
    }

    /** The engine tells names apart by the letter case of all letters but those of ASCII. */
    @Test
    void columnsWhoseNamesDifferInLetterCaseAreAllThere() throws Exception {
        Path file =
                convert(parquet("SELECT 1 AS \"\u00e4\", 2 AS \"\u00c4\", 3 AS b, 4 AS \"\u0130\", 5 AS i"), INFERRED);
        assertThat(type(file).fields().stream().map(Field::name))
                .containsExactly("\u00e4", "\u00c4", "b", "\u0130", "i");
    }

    @Test
    void listsOfTimesAreText() throws Exception {
        Path file = convert(
                parquet(
                        "SELECT [TIMESTAMP '2026-03-01'] AS a, [TIME '01:00:00', NULL] AS b, [[DATE '2026-03-01']] AS c,"
                                + " [CAST('2026-03-01' AS TIMESTAMPTZ_NS)] AS d"),
                INFERRED);
        assertThat(type(file).fields()).extracting(Field::type).containsOnly(FieldType.VARIABLE32);
        assertThat(rows(file))
                .containsExactly(
                        "'['2026-03-01 00:00:00']', '['01:00:00', NULL]', '[[2026-03-01]]', '['2026-03-01 00:00:00+00']'");
    }

    @Test
    void namesThatFieldsCannotHaveAreRefused() throws Exception {
        for (String name : List.of(" lead", "x".repeat(256))) {
            Path file = parquet("SELECT 1 AS \"" + name + "\"");
            assertThatThrownBy(() -> convert(file, INFERRED))
                    .isInstanceOf(SqlException.class)
                    .hasMessageStartingWith(file + ": its columns make no type: ")
                    .hasMessageEndingWith(": rename them");
        }
    }

    @Test
    void namesWithControlCharactersAreRefused() throws Exception {
        Path csv = Files.writeString(folder.resolve("t.csv"), "a,b\0c\n1,2\n3,4\n");
        Path json = Files.writeString(folder.resolve("t.json"), "{\"a\": 1, \"b\\u0000c\": 2}\n");
        for (Path file : List.of(csv, json, parquet("SELECT 1 AS a, 2 AS \"b\u0001c\""))) {
            assertThatThrownBy(() -> convert(file, INFERRED))
                    .isInstanceOf(SqlException.class)
                    .hasMessage(file + ": the name of column 2 has a control character, which those of fields cannot"
                            + " have: rename the column");
        }
    }

    /** Text, numbers and dates with empty values, of which only those of text in quotes are values. */
    @Test
    void emptyTextsInQuotesAreNotNull() throws Exception {
        String quoted = "s,n,x,day\n\"\",1,0.5,31/12/2025\n,,,\n\"a \"\"b\"\"\",\"2\",\"1.5\",\"30/12/2025\"\n";
        Path file = Files.writeString(folder.resolve("t.csv"), quoted);
        assertThat(rows(convert(file, INFERRED)))
                .containsExactly(
                        "'', 1, 0.5, 1767139200000000",
                        "null, null, null, null",
                        "'a \"b\"', 2, 1.5, 1767052800000000");
        Files.writeString(file, "s,n,x,day\n\"\",\"\",0.5,\"\"\n,1,\"\",2025-12-31\n");
        assertThat(rows(convert(file, INFERRED)))
                .containsExactly("'', null, 0.5, null", "null, 1, null, 1767139200000000");
        Files.writeString(file, "s\n\"\"\n\nx\n");
        assertThat(rows(convert(file, INFERRED))).containsExactly("''", "null", "'x'");
    }

    /** A result in CSV becomes the same rows again where the type is given. */
    @Test
    void textsOfCsvComeBackAsTheyAre() throws Exception {
        String values =
                "(VALUES (''), (NULL), (' '), ('007'), ('1'), ('2026-01-01'), ('NULL'), ('null'), ('\"'), ('a,b'),"
                        + " ('\"\"'), ('x' || chr(10) || 'y'), ('x' || chr(13) || 'y'), (chr(10)), ('\\N'), ('#'), ('é')) v(s)";
        for (String columns : List.of("s", "1 AS n, s", "s, s AS t", "CASE WHEN s <> 'x' THEN '1' END AS s, 2 AS n")) {
            Path source = convert(parquet("SELECT " + columns + " FROM " + values), INFERRED);
            Path copy = Files.copy(source, folder.resolve("source.ds"), StandardCopyOption.REPLACE_EXISTING);
            Path csv = folder.resolve("t.csv");
            try (OutputStream out = Files.newOutputStream(csv);
                    TraceQuery query =
                            TraceQuery.all(List.of(copy), SqlOptions.of(1, folder.resolve("spill")), List.of())) {
                query.print(ResultText.Format.CSV, out);
            }
            List<String> expected = rows(copy);
            TableImport.Options given = new TableImport.Options(type(copy), null, WriterOptions.DEFAULT, 64 << 10);
            assertThat(rows(convert(csv, given))).as(columns).isEqualTo(expected);
        }
    }

    private static List<String> rows(Path file) throws IOException {
        List<String> rows = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.open(file);
                ExtentSource extents = reader.extents(reader.types().get(0).name(), 1)) {
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                Extent some = extent;
                for (int i = 0; i < extent.rows(); i++) {
                    int row = i;
                    rows.add(extent.type().fields().stream()
                            .map(field -> value(some, field, row))
                            .collect(Collectors.joining(", ")));
                }
            }
        }
        return rows;
    }

    private static String value(Extent extent, Field field, int row) {
        int index = field.index();
        if (field.nullable() && extent.isNull(index, row)) {
            return "null";
        }
        return switch (field.type()) {
            case INT32 -> String.valueOf(extent.ints(index)[row]);
            case INT64 -> String.valueOf(extent.longs(index)[row]);
            case DOUBLE -> String.valueOf(extent.doubles(index)[row]);
            default -> {
                VariableColumn values = extent.variables(index);
                yield "'" + new String(values.array(), values.offset(row), values.length(row), UTF_8) + "'";
            }
        };
    }

    /** Columns of numbers that doubles do not hold stay text; others next to them do not. */
    @Test
    void numbersAreNotRounded() throws Exception {
        Path json = Files.writeString(folder.resolve("t.json"), """
                {"id": 12345678901234567890123, "large": 1e400, "x": 0.1}
                {"id": 12345678901234567890124, "large": 2.5, "x": 12345.5}
                """);
        Path csv = Files.writeString(folder.resolve("t.csv"), """
                id,large,x
                0.5,1e400,0.1
                9007199254740993,2.5,12345.5
                """);
        for (Path file : List.of(json, csv)) {
            ExtentType type = type(convert(file, INFERRED));
            assertThat(type.fields().stream().map(Field::type))
                    .as(file.toString())
                    .containsExactly(FieldType.VARIABLE32, FieldType.VARIABLE32, FieldType.DOUBLE);
        }
    }

    /** One value of a column of numbers, next to 0.5; an empty result is an error. */
    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854775808, 9223372036854775808",
        "-9223372036854775809, -9223372036854775809, -9223372036854775809",
        "18446744073709551615, 18446744073709551615, 18446744073709551615",
        "12345678901234567890, 12345678901234567890, 12345678901234567890",
        "12345678901234567890123, 12345678901234567890123, 12345678901234567890123",
        "9007199254740993, 9007199254740993, 9007199254740993",
        "1e400, 1e400, 1e400",
        "-1E+400, -1E+400, -1E+400",
        "1e-400, 1e-400, ''",
        "0.12345678901234567890123, 0.12345678901234567890123, ''",
        "9007199254740993.5, 9007199254740993.5, ''",
        "1.2345678901234567890123e5, 1.2345678901234567890123e5, ''",
    })
    void hardNumberIsTextOrAnError(String number, String ofCsv, String ofJson) throws Exception {
        Path csv = Files.writeString(folder.resolve("t.csv"), "n,x\n0.5,a\n" + number + ",b\n");
        assertThat(texts(csv)).as("csv").isEqualTo(List.of("0.5", ofCsv));
        List<String> spellings = List.of(
                "{\"n\": 0.5}\n{\"n\": " + number + "}\n",
                "[{\"n\": 0.5},\n {\"a\\\"[1.00000000000000000001\": null, \"n\":" + number + "}]");
        for (String spelling : spellings) {
            Path json = Files.writeString(folder.resolve("t.json"), spelling);
            if (ofJson.isEmpty()) {
                assertRefused(json, number);
            } else {
                assertThat(texts(json)).as(spelling).isEqualTo(List.of("0.5", ofJson));
            }
        }
        Path nested = Files.writeString(
                folder.resolve("t.json"), "{\"n\": {\"a\": [0.5, 1]}}\n{\"n\": {\"a\": [0.5, " + number + "]}}\n");
        if (ofJson.isEmpty()) {
            assertRefused(nested, number);
        } else {
            assertThat(texts(nested)).hasSize(2).last().asString().contains(ofJson);
        }
    }

    /** A column of whole numbers, of which the engine has types of 128 bits. */
    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, INT64",
        "-9223372036854775808, INT64",
        "9223372036854775808, VARIABLE32",
        "-9223372036854775809, VARIABLE32",
        "99999999999999999999, VARIABLE32"
    })
    void wholeNumberThatALongDoesNotHoldIsText(String number, FieldType expected) throws Exception {
        Path csv = Files.writeString(folder.resolve("t.csv"), "n\n1\n" + number + "\n");
        Path json = Files.writeString(folder.resolve("t.json"), "{\"n\":1}\n{\"n\":" + number + "}\n");
        for (Path file : List.of(csv, json)) {
            Path converted = convert(file, INFERRED);
            assertThat(type(converted).fields().get(0).type())
                    .as(file.toString())
                    .isEqualTo(expected);
            Object value = expected == FieldType.INT64 ? Long.valueOf(number) : hex(number);
            assertThat(TraceSamples.rows(converted, "*").get(1)).isEqualTo(List.of(value));
        }
    }

    @Test
    void digitsOfTimesAreKept() throws Exception {
        Path csv = Files.writeString(folder.resolve("t.csv"), """
            at,zoned,time,finer,plain
            2026-03-01 12:00:00.000000001,1970-01-01T01:00:00.0000001+01:00,00:00:01.000000001,1970-01-01 00:00:00.0000000001,1970-01-01 00:00:00.1234560
            1970-01-01 00:00:00.5,1970-01-01T00:00:00Z,00:00:00,1970-01-01 00:00:00,1970-01-01 00:00:00
            """);
        Path file = convert(csv, INFERRED);
        assertThat(type(file).fields())
                .extracting(field -> field.attribute("units"))
                .containsExactly("nanoseconds", "nanoseconds", "nanoseconds", null, "microseconds");
        assertThat(TraceSamples.rows(file, "*"))
                .containsExactly(
                        List.of(
                                1_772_366_400_000_000_001L,
                                100L,
                                1_000_000_001L,
                                hex("1970-01-01 00:00:00.0000000001"),
                                123_456L),
                        List.of(500_000_000L, 0L, 0L, hex("1970-01-01 00:00:00"), 0L));
    }

    private void assertRefused(Path json, String number) {
        assertThatThrownBy(() -> convert(json, INFERRED))
                .isInstanceOf(SqlException.class)
                .hasMessage(json + ": object 2: a double does not hold " + number + "; write it in quotes, as a text");
    }

    /** The engine advises to change settings of its own, which an import does not have. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            .csv | UTF-16 | line 1
            .csv | UTF-16LE | line 1
            .csv | ISO-8859-1 | line 2
            .json | UTF-16 | near value 2
            .json | UTF-32LE | near value 2
            .json | ISO-8859-1 | near value 2
            """)
    void textsInOtherEncodingsAreRefusedInOneLine(String suffix, String encoding, String place) throws Exception {
        String text = suffix.equals(".csv") ? "a,b\n1,\u00e9t\u00e9\n" : "{\"a\": \"\u00e9t\u00e9\"}\n";
        // Windows writes a byte order mark, which Java leaves out where the name of the encoding has the order.
        String mark = encoding.endsWith("LE") ? "\ufeff" : "";
        Path in = Files.write(folder.resolve("in" + suffix), (mark + text).getBytes(encoding));
        assertThatThrownBy(() -> convert(in, INFERRED))
                .isInstanceOf(SqlException.class)
                .hasMessage(in + ": " + place + ": is not UTF-8 text: convert the file to it, such as with iconv");
    }

    @Test
    void textThatIsNotJsonIsRefusedInOneLine() throws Exception {
        Path in = Files.writeString(folder.resolve("in.json"), "{\"a\": 1}\n{\"a\": x}\n");
        assertThatThrownBy(() -> convert(in, INFERRED))
                .isInstanceOf(SqlException.class)
                .hasMessage(in + ": near value 3: unexpected character: correct the text");
    }

    /** The order of day and month is certain if a day is beyond 12, or the year comes first with four digits. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            01/02/2020 | 03/12/2021 | day/month/year | 2020-02-01
            01-02-2020 | 03-12-2021 | day-month-year | 2020-02-01
            01/02/2020 10:00:00 | 03/12/2021 11:00:00 | day/month/year | 2020-02-01
            01/02/2020 10:00:00 PM | 03/12/2021 11:00:00 AM | month/day/year | 2020-01-02
            01-02-20 | 03-04-21 | year-month-day | 2001-02-20
            01/02/2020 | 25/12/2021 | | 2020-02-01
            01/02/2020 | 12/13/2021 | | 2020-01-02
            01/02/2020 10:00:00 | 13/02/2020 10:00:00 | | 2020-02-01
            2020/02/01 | 2021/12/03 | | 2020-02-01
            2020-02-01 10:00:00.1234567 | 2021-12-03 11:00:00 | | 2020-02-01
            """)
    void datesInAnOrderThatIsGuessedAreWarnedOf(String first, String second, @Nullable String order, LocalDate date)
            throws Exception {
        Path in = Files.writeString(folder.resolve("in.csv"), "n,t\n1," + first + "\n2," + second + "\n3,\n");
        List<String> warnings = new ArrayList<>();
        TableImport.Options options =
                new TableImport.Options(null, null, WriterOptions.DEFAULT.withWarnings(warnings::add), 64 << 10);
        List<@Nullable Object> row =
                TraceSamples.rows(convert(in, options), "*").get(0);
        long perDay = first.contains(".") ? 86_400_000_000_000L : 86_400_000_000L;
        assertThat(LocalDate.ofEpochDay(Long.parseLong(String.valueOf(row.get(1))) / perDay))
                .isEqualTo(date);
        List<String> expected = order == null
                ? List.of()
                : List.of(in + ": column 't' has dates that are read as " + order
                        + ", which may be another order: write them as 2020-12-31");
        assertThat(warnings).isEqualTo(expected);
        try (TraceQuery query = TraceQuery.open(
                "SELECT max(t) FROM '" + in + "'", SqlOptions.of(1, folder.resolve("spill")), List.of())) {
            assertThat(query.notes()).isEqualTo(expected);
        }
        try (TraceQuery query = TraceQuery.open(
                "SELECT max(n) FROM '" + in + "'", SqlOptions.of(1, folder.resolve("spill")), List.of())) {
            assertThat(query.notes()).isEmpty();
        }
    }

    /** Unsigned integers of hashes, for example, of which some files have only few that are too large. */
    @ParameterizedTest
    @CsvSource({
        "18446744073709551615::UBIGINT, 18446744073709551615",
        "9223372036854775808::UBIGINT, 9223372036854775808",
        "-9223372036854775809::HUGEINT, -9223372036854775809"
    })
    void integersThatNoFieldHoldsAreNamed(String value, String shown) throws Exception {
        Path in = folder.resolve("in.parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT 1 AS n, " + value.replace("HUGEINT", "DECIMAL(38, 0)") + " AS hash) TO '" + in + "'");
        }
        ExtentType type = ExtentType.parse(
                "<ExtentType name='T'><field name='n' type='int64' /><field name='hash' type='int64' /></ExtentType>");
        TableImport.Options options = new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10);
        assertThatThrownBy(() -> convert(in, options))
                .isInstanceOf(SqlException.class)
                .hasMessage(in + ": column 'hash' has " + shown
                        + ", which its field does not hold: use a field of another type");
    }

    /** The engine decides by the first 20,480 lines, and would then round, or cut, what comes behind them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5 | 1.5 | DOUBLE
            5 | 1e-1 | DOUBLE
            9007199254740993 | 1.5 | VARIABLE32
            5 | 9223372036854775808 | VARIABLE32
            12:00:00 | 12:00:00+05:30 | VARIABLE32
            2020-01-01 | 2020-01-02 12:34:56 | INT64
            2020-01-01 | 2020-01-02 12:34:56-03:00 | INT64
            2020-01-01 00:00:00 | 2020-01-01 12:00:00+05:30 | INT64
            2020-01-01 00:00:00 | 2020-01-01 12:00:00+00 | INT64
            2020-01-01 | 2020-01-02 | INT64
            5 | n/a | VARIABLE32
            epoch | epoch | VARIABLE32
            2020-01-01 | epoch | VARIABLE32
            5 | 1.5.2 | VARIABLE32
            1.5 | ten | VARIABLE32
            true | maybe | VARIABLE32
            12:00:00 | noon | VARIABLE32
            2020-01-01 | never | VARIABLE32
            2020-01-01 00:00:00 | never | VARIABLE32
            2020-01-01 00:00:00+05:30 | never | VARIABLE32
            31/12/2020 | never | VARIABLE32
            31/12/2020 | 2020-12-31 | VARIABLE32
            2020.12.31 | never | VARIABLE32
            2020/12/31 10:00:00 | never | VARIABLE32
            31/12/2020 | 31/12/2020 10:00:00 | VARIABLE32
            31/12/2020 | 2020-12-31 10:00:00 | VARIABLE32
            31/12/2020 10:00:00 | never | VARIABLE32
            """)
    void valuesBehindTheFirstLinesAreNotCut(String first, String last, FieldType type) throws Exception {
        String lines = (first + "," + "x\n").repeat(30_000);
        Path in = Files.writeString(folder.resolve("in.csv"), "n,k\n" + lines + last + ",y\n");
        Path out = convert(in, INFERRED);
        assertThat(type(out).fields().get(0).type()).isEqualTo(type);
        List<List<@Nullable Object>> rows = TraceSamples.rows(out, "*");
        assertThat(rows).hasSize(30_001);
        String value = String.valueOf(rows.get(30_000).get(0));
        switch (type) {
            case DOUBLE ->
                assertThat(Double.longBitsToDouble(Long.parseLong(value))).isEqualTo(Double.parseDouble(last));
            case VARIABLE32 ->
                assertThat(new String(HexFormat.of().parseHex(value), UTF_8)).isEqualTo(last);
            default -> assertThat(Long.parseLong(value)).isEqualTo(micros(last));
        }
        ExtentType wanted = ExtentType.parse(
                "<ExtentType name='T'><field name='n' type='double' /><field name='k' type='variable32' /></ExtentType>");
        if (type == FieldType.DOUBLE) {
            List<@Nullable Object> row = TraceSamples.rows(
                            convert(in, new TableImport.Options(wanted, null, WriterOptions.DEFAULT, 64 << 10)), "*")
                    .get(30_000);
            assertThat(String.valueOf(row.get(0))).isEqualTo(value);
        }
    }

    /** Returns the microseconds of a date or time, which is in UTC if it has no zone. */
    private static long micros(String text) {
        String time = text.contains(":") ? text.replace(' ', 'T') : text + "T00:00:00";
        String zoned = time.matches(".*:.*[-+].*") ? time : time + "+00";
        return OffsetDateTime.parse(zoned, DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss[XXX][X]", Locale.ROOT))
                        .toEpochSecond()
                * 1_000_000;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '!', textBlock = """
            5 | {"n": 1.5} | 1.5
            5 | {"n": "x"} | x
            5 | {"n": 18446744073709551615} | 18446744073709551615
            "2020-01-01T00:00:00" | {"n": "2020-01-01T12:00:00+05:30"} | 2020-01-01T12:00:00+05:30
            "2020-01-01T00:00:00.123456789" | {"n": "x", "late": 7} | x
            """)
    void valuesOfLateObjectsAreNotCut(String first, String last, String expected) throws Exception {
        Path in =
                Files.writeString(folder.resolve("in.json"), ("{\"n\": " + first + "}\n").repeat(30_000) + last + "\n");
        Path out = convert(in, INFERRED);
        List<@Nullable Object> row = TraceSamples.rows(out, "*").get(30_000);
        String value = String.valueOf(row.get(0));
        assertThat(
                        type(out).fields().get(0).type() == FieldType.DOUBLE
                                ? String.valueOf(Double.longBitsToDouble(Long.parseLong(value)))
                                : new String(HexFormat.of().parseHex(value), UTF_8))
                .isEqualTo(expected);
        assertThat(row).hasSize(last.contains("late") ? 2 : 1);
    }

    /** Explicit types of columns, which times with nanoseconds need, must not leave out names that only late objects have. */
    @Test
    void namesThatOnlyLateObjectsHaveAreColumns() throws Exception {
        String first = "{\"t\": \"2020-01-01T00:00:00Z\"}\n";
        Path in = Files.writeString(
                folder.resolve("in.json"),
                first.repeat(30_000) + first.replace("00Z", "00.123456789Z").replace("}", ", \"late\": 7}"));
        List<List<@Nullable Object>> rows = TraceSamples.rows(convert(in, INFERRED), "*");
        assertThat(rows.get(30_000)).containsExactly(1_577_836_800_123_456_789L, 7L);
        assertThat(rows.get(0)).containsExactly(1_577_836_800_000_000_000L, null);
    }

    @Test
    void timesOfNanosecondsThatAreTooFarAreTexts() throws Exception {
        String far = "2300-01-01T00:00:00.000000001";
        assertThat(texts(Files.writeString(folder.resolve("far.csv"), "n\n" + far + "\n2020-01-01T00:00:00\n")))
                .containsExactly(far, "2020-01-01T00:00:00");
    }

    @ParameterizedTest
    @CsvSource({
        "1, x, 'BIGINT, the type of its first values, is not that of 2 values'",
        "1, 1e400, no type of numbers or times holds all of its values",
        "true, maybe, 'BOOLEAN, the type of its first values, is not that of 2 values'",
        "2020-12-31, x, 'DATE, the type of its first values, is not that of 2 values'",
        "31/12/2020, x, 'DATE, the type of its first values, is not that of 2 values'",
        "1, 2.5, ''",
        "word, 1, ''",
    })
    void columnThatBecomesTextIsWarnedOf(String first, String last, String reason) throws Exception {
        Path in = Files.writeString(
                folder.resolve("in.csv"), "n,o\n" + (first + ",1\n").repeat(30_000) + (last + ",2\n").repeat(2));
        List<String> warnings = new ArrayList<>();
        convert(in, new TableImport.Options(null, null, WriterOptions.DEFAULT.withWarnings(warnings::add), 64 << 10));
        assertThat(warnings)
                .isEqualTo(reason.isEmpty() ? List.of() : List.of(in + ": column 'n' is imported as text: " + reason));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 300})
    void manyColumnsThatBecomeTextAreOneWarning(int columns) throws Exception {
        String names = IntStream.range(0, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        String numbers = String.join(",", Collections.nCopies(columns, "1"));
        String words = String.join(",", Collections.nCopies(columns, "x"));
        Path in = Files.writeString(
                folder.resolve("in.csv"), names + "\n" + (numbers + "\n").repeat(30_000) + words + "\n");
        List<String> warnings = new ArrayList<>();
        convert(in, new TableImport.Options(null, null, WriterOptions.DEFAULT.withWarnings(warnings::add), 64 << 10));
        if (columns == 3) {
            assertThat(warnings).hasSize(3);
        } else {
            assertThat(warnings).hasSize(1);
            assertThat(warnings.get(0))
                    .startsWith(in + ": " + columns + " columns are imported as text, such as 'c0' (BIGINT, ")
                    .contains("'c1' (", "'c2' (")
                    .doesNotContain("c3");
        }
    }

    /** The engine takes infinity for a date. */
    @ParameterizedTest
    @CsvSource({
        "inf, 0, inf, Infinity, Infinity",
        "-Infinity, 30000, 1.5, -Infinity, 1.5",
        "infinity, 30000, nan, Infinity, NaN",
    })
    void infinitiesAloneAreDoubles(String first, int more, String last, String firstRead, String lastRead)
            throws Exception {
        Path in = Files.writeString(
                folder.resolve("in.csv"), "n,o\n" + (first + ",1\n").repeat(1 + more) + ",2\n" + last + ",3\n");
        List<String> rows = rows(convert(in, INFERRED));
        assertThat(rows.get(0)).isEqualTo(firstRead + ", 1");
        assertThat(rows.get(1 + more)).isEqualTo("null, 2");
        assertThat(rows.get(2 + more)).isEqualTo(lastRead + ", 3");
    }

    @Test
    void numberTooLargeForItsFieldIsRefused() throws Exception {
        ExtentType type = ExtentType.parse(
                "<ExtentType name=\"t\"><field name=\"n\" type=\"double\" opt_nullable=\"yes\" /></ExtentType>");
        TableImport.Options given = new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10);
        Path in = folder.resolve("in.csv");
        Files.writeString(in, "n\n0.5\n\"\"\ninf\n0.10000000000000001\n");
        assertThat(rows(convert(in, given))).containsExactly("0.5", "null", "Infinity", "0.1");
        for (String number : List.of("1e400", "9007199254740993")) {
            Files.writeString(in, "n\n0.5\n\"\"\n" + number + "\n");
            assertThatThrownBy(() -> convert(in, given))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("column 'n' has " + number);
        }
    }

    /** Returns the texts of column {@code n}. */
    private List<String> texts(Path in) throws Exception {
        List<String> texts = new ArrayList<>();
        for (List<@Nullable Object> row : TraceSamples.rows(convert(in, INFERRED), "*")) {
            texts.add(new String(HexFormat.of().parseHex(String.valueOf(row.get(0))), UTF_8));
        }
        return texts;
    }

    /** Numbers that doubles hold are doubles, however they are written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.1",
                "1e300",
                "1.50000000000000000000000",
                "0.30000000000000004",
                "5e-324",
                "1E2",
                "-0.0",
                "0e0"
            })
    void easyNumberIsADouble(String number) throws Exception {
        Path csv = Files.writeString(folder.resolve("t.csv"), "n,x\n0.5,a\n" + number + ",b\n");
        Path json = Files.writeString(folder.resolve("t.json"), "{\"n\": 0.5}\n{\"n\": " + number + "}\n");
        for (Path file : List.of(csv, json)) {
            assertThat(TraceSamples.rows(convert(file, INFERRED), "*"))
                    .as(file.toString())
                    .hasSize(2)
                    .last()
                    .asInstanceOf(InstanceOfAssertFactories.LIST)
                    .first()
                    .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(number)));
        }
    }

    /** A column for every number, in each of the ways to write it. */
    @Test
    void columnsOfRandomNumbersAreDoublesIfTheseHoldThem() throws Exception {
        long seed = 20261129;
        Random random = new Random(seed);
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            BigDecimal number = new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(40) - 10)
                    .round(new MathContext(1 + random.nextInt(19)));
            numbers.addAll(List.of(
                    number.toString(),
                    number.toPlainString(),
                    number.toPlainString() + (number.scale() > 0 ? "000" : ".000"),
                    Double.toString(number.doubleValue())));
        }
        StringBuilder csv = new StringBuilder();
        for (int i = 0; i < numbers.size(); i++) {
            csv.append(i == 0 ? "" : ",").append('n').append(i);
        }
        csv.append('\n').append("0.5,".repeat(numbers.size() - 1)).append("0.5\n");
        csv.append(String.join(",", numbers)).append('\n');
        List<Field> fields = type(convert(Files.writeString(folder.resolve("t.csv"), csv), INFERRED))
                .fields();
        for (int i = 0; i < numbers.size(); i++) {
            boolean held = ExactDecimals.holds(new BigDecimal(numbers.get(i)));
            assertThat(fields.get(i).type())
                    .as("%s, seed %s", numbers.get(i), seed)
                    .isEqualTo(held ? FieldType.DOUBLE : FieldType.VARIABLE32);
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(UTF_8));
    }

    @Test
    void everyTypeOfColumnHasAField() throws Exception {
        Path file = convert(
                parquet("SELECT true AS b, 200::UTINYINT AS u8, -3::SMALLINT AS i16, 7 AS i32, 4000000000::UINTEGER AS"
                        + " u32, -1::BIGINT AS i64, 18::UBIGINT AS huge, 1.5::FLOAT AS f, 0.1::DOUBLE AS d,"
                        + " 12.34::DECIMAL(9,2) AS money, 5::DECIMAL(10,0) AS whole, 1.23::DECIMAL(38,2) AS large,"
                        + " DATE '2020-01-02' AS date, TIMESTAMP '1970-01-01 00:00:01.5' AS ts, TIMESTAMP_NS"
                        + " '1970-01-01 00:00:00.000000007' AS ns, TIMESTAMPTZ '1970-01-01 00:00:02+00' AS tz,"
                        + " TIME '00:00:03' AS time, '\\x00\\xFF'::BLOB AS blob, 'w\u00f6rd & <more>' AS text, [1,"
                        + " 2] AS list, NULL::INTEGER AS nothing"),
                INFERRED);
        assertThat(TraceSamples.rows(file, "*"))
                .containsExactly(Arrays.<@Nullable Object>asList(
                        true,
                        200,
                        -3,
                        7,
                        4_000_000_000L,
                        -1L,
                        18L,
                        Double.doubleToRawLongBits(1.5),
                        Double.doubleToRawLongBits(0.1),
                        Double.doubleToRawLongBits(12.34),
                        5L,
                        hex("1.23"),
                        18_263L * 86_400_000_000L,
                        1_500_000L,
                        7L,
                        2_000_000L,
                        3_000_000L,
                        "00ff",
                        hex("w\u00f6rd & <more>"),
                        hex("[1, 2]"),
                        null));
        ExtentType type = type(file);
        assertThat(type.name()).isEqualTo("table");
        assertThat(type.fields().stream().filter(Field::nullable).map(Field::name))
                .containsExactly("nothing");
        Field time = type.fields().get(type.indexOf("ns"));
        assertThat(time.attribute("units")).isEqualTo("nanoseconds");
        assertThat(time.attribute("epoch")).isEqualTo("unix");
    }

    @Test
    void nanosecondsAreKept() throws Exception {
        String row = "SELECT TIMESTAMP_NS '1969-12-31 23:59:59.999999999' AS ts, TIMESTAMPTZ_NS"
                + " '1970-01-01 01:00:00.000000007+01' AS tz, TIME_NS '00:00:01.000001999' AS time";
        Path file = convert(parquet(row), INFERRED);
        assertThat(TraceSamples.rows(file, "*")).containsExactly(List.of(-1L, 7L, 1_000_001_999L));
        assertThat(type(file).fields())
                .extracting(field -> field.attribute("units") + " " + field.attribute("epoch"))
                .containsExactly("nanoseconds unix", "nanoseconds unix", "nanoseconds unknown");
        ExtentType micros = ExtentType.parse("""
            <ExtentType name="Test::Micros">
              <field type="int64" name="ts" units="microseconds" />
              <field type="int64" name="tz" units="2^-32 seconds" />
              <field type="int64" name="time" units="microseconds" />
            </ExtentType>
            """);
        String whole = row.replace("999999999", "999999").replace("001999", "001");
        assertThat(TraceSamples.rows(
                        convert(parquet(whole), new TableImport.Options(micros, null, WriterOptions.DEFAULT, 64 << 10)),
                        "*"))
                .containsExactly(List.of(-1L, 30L, 1_000_001L));
    }

    @Test
    void ascendingColumnsAreStoredAsDifferences() throws Exception {
        Path file = convert(
                parquet("SELECT range AS up, -range AS down, 5::BIGINT AS same, (range * 7919) % 1000 AS mixed"
                        + " FROM range(50000)"),
                new TableImport.Options(null, "Test::Up & <down>", WriterOptions.DEFAULT, 64 << 10));
        ExtentType type = type(file);
        assertThat(type.name()).isEqualTo("Test::Up & <down>");
        assertThat(type.fields().stream()
                        .filter(field -> field.attribute("pack_relative") != null)
                        .map(Field::name))
                .containsExactly("up");
        List<List<@Nullable Object>> rows = TraceSamples.rows(file, "*");
        assertThat(rows).hasSize(50_000);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i)).containsExactly((long) i, (long) -i, 5L, i * 7919L % 1000);
        }
    }

    @Test
    void csvAndJsonAreTablesToo() throws Exception {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,name\n1,a\n2,\n");
        assertThat(TraceSamples.rows(convert(csv, INFERRED), "*"))
                .containsExactly(
                        Arrays.<@Nullable Object>asList(1L, hex("a")), Arrays.<@Nullable Object>asList(2L, null));
        Path json = Files.writeString(folder.resolve("t.json"), "[{\"id\":1,\"x\":0.5},{\"id\":2,\"x\":null}]");
        assertThat(TraceSamples.rows(convert(json, INFERRED), "*").get(1))
                .isEqualTo(Arrays.<@Nullable Object>asList(2L, null));
    }

    @Test
    void rowsFitAGivenType() throws Exception {
        ExtentType type = ExtentType.parse("""
            <ExtentType name="Test::Given">
              <field type="variable32" name="text" />
              <field type="byte" name="small" />
              <field type="int64" name="at" units="2^-32 seconds" epoch="unix" />
              <field type="fixedwidth" name="four" size="4" />
            </ExtentType>
            """);
        TableImport.Options given = new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10);
        String row = "SELECT 12 AS text, 255 AS small, TIMESTAMP '1970-01-01 00:00:01.25' AS at,"
                + " '\\x00\\x01\\x02\\x03'::BLOB AS four, 'unused' AS other";
        Path file = convert(parquet(row), given);
        assertThat(type(file).fields().get(0).type()).isEqualTo(FieldType.VARIABLE32);
        assertThat(TraceSamples.rows(file, "*"))
                .containsExactly(List.of(hex("12"), 255, (1L << 32) + (1L << 30), "00010203"));

        assertThatThrownBy(() -> convert(parquet(row.replace("255", "256")), given))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("256");
        assertThatThrownBy(() -> convert(parquet(row.replace("\\x03", "")), given))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("3 bytes");
        assertThatThrownBy(() -> convert(parquet(row.replace("12 AS", "NULL AS")), given))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("row 1")
                .hasMessageContaining("'text'");
        assertThatThrownBy(() -> convert(parquet("SELECT 1 AS text"), given))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("no column 'small'");
    }

    /** The engine would take the nearest value. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int64 | 1.5::DOUBLE | 1.5",
                "int64 | 0.1::FLOAT | 0.1",
                "int32 | 12.34::DECIMAL(9, 2) | 12.34",
                "byte | 254.5::DOUBLE | 254.5",
                "double | 9007199254740993::BIGINT | 9007199254740993",
                "double | 18446744073709551615::UBIGINT | 18446744073709551615",
                "double | 0.12345678901234567::DECIMAL(18, 17) | 0.12345678901234567"
            })
    void noValueIsRoundedForAGivenType(String field, String value, String shown) throws Exception {
        ExtentType type =
                ExtentType.parse("<ExtentType name=\"T\"><field type=\"" + field + "\" name=\"it's\" /></ExtentType>");
        TableImport.Options given = new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10);
        assertThatThrownBy(() -> convert(parquet("SELECT " + value + " AS \"it's\""), given))
                .isInstanceOf(SqlException.class)
                .hasMessageEndingWith(".parquet: column 'it's' has " + shown
                        + ", which its field does not hold: use a field of another type");
    }

    /** The engine has no number for them, and would give null. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "microseconds | TIMESTAMP 'infinity' | infinity",
                "microseconds | TIMESTAMPTZ '-infinity' | -infinity",
                "microseconds | DATE 'infinity' | infinity",
                "nanoseconds | TIMESTAMP 'infinity' | infinity",
                "2^-32 seconds | TIMESTAMP 'infinity' | infinity",
                "microseconds | TIMESTAMP_NS '2026-01-01 00:00:00.000000001' | 2026-01-01 00:00:00.000000001"
            })
    void timesThatAFieldDoesNotHoldAreErrors(String units, String value, String shown) throws Exception {
        ExtentType type = ExtentType.parse("<ExtentType name=\"T\"><field type=\"int64\" name=\"at\""
                + " opt_nullable=\"yes\" units=\"" + units + "\" epoch=\"unix\" /></ExtentType>");
        TableImport.Options given = new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10);
        assertThatThrownBy(() -> convert(parquet("SELECT " + value + " AS at"), given))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("column 'at' has " + shown + ", which its field does not hold");
        Path file = convert(parquet("SELECT CASE WHEN false THEN " + value + " END AS at"), given);
        assertThat(TraceSamples.rows(file, "*")).containsExactly(Arrays.<@Nullable Object>asList((Object) null));
    }

    @Test
    void equalValuesFitFieldsOfOtherNumbers() throws Exception {
        ExtentType type = ExtentType.parse("""
            <ExtentType name="T">
              <field type="int64" name="a" /><field type="byte" name="b" /><field type="double" name="c" />
              <field type="double" name="d" /><field type="int32" name="e" opt_nullable="yes" />
            </ExtentType>
            """);
        TableImport.Options given = new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10);
        Path file = convert(
                parquet("SELECT -3::DOUBLE AS a, 200.00::DECIMAL(9, 2) AS b, 9007199254740994::BIGINT AS c,"
                        + " 1.23::DECIMAL(38, 2) AS d, NULL::DOUBLE AS e"),
                given);
        assertThat(TraceSamples.rows(file, "*"))
                .containsExactly(Arrays.<@Nullable Object>asList(
                        -3L,
                        200,
                        Double.doubleToRawLongBits(9007199254740994.0),
                        Double.doubleToRawLongBits(1.23),
                        null));
    }

    /** An empty result is an error. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "int32, 2.0::DOUBLE, 2",
                "int32, 2.5::DOUBLE, ``",
                "int64, 1e300::DOUBLE, ``",
                "int64, 'nan'::DOUBLE, ``",
                "byte, 1.5::DECIMAL(5;1), ``",
                "byte, 1.0::DECIMAL(5;1), 1",
                "int32, '7', 7",
                "int32, '1.5', ``",
                "int32, '15e-1', ``",
                "int64, '9007199254740993.5', ``",
                "double, '1e400', ``",
                "double, '1e300', 1e300",
                "double, '-inf', -Infinity",
                "double, 9007199254740992, 9007199254740992",
                "double, 9007199254740993, ``",
                "double, 18446744073709551615::UBIGINT, ``",
                "double, 0.1::DECIMAL(20;5), 0.1",
                "double, 12345678901234567890.5::DECIMAL(30;1), ``"
            })
    void numbersOfAGivenTypeAreNotRounded(String field, String value, String expected) throws Exception {
        ExtentType type = ExtentType.parse("<ExtentType name='Test::Given'><field type='" + field
                + "' name='x' opt_nullable='yes'/></ExtentType>");
        TableImport.Options given = new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10);
        Path table = parquet("SELECT " + value.replace(';', ',') + " AS x UNION ALL SELECT NULL");
        if (expected.isEmpty()) {
            assertThatThrownBy(() -> convert(table, given)).isInstanceOf(SqlException.class);
            return;
        }
        Object found = TraceSamples.rows(convert(table, given), "*").get(0).get(0);
        assertThat(String.valueOf(found))
                .isEqualTo(field.equals("double") ? Long.toString(bits(Double.parseDouble(expected))) : expected);
    }

    @Test
    void valuesAfterANullAreThoseOfTheTable() throws Exception {
        ExtentType type = ExtentType.parse("""
            <ExtentType name="Test::Scaled">
              <field type="double" name="load" opt_nullable="yes" pack_scale="0.25" pack_relative="load" />
              <field type="double" name="peak" pack_scale="0.25" pack_relative="load" />
            </ExtentType>
            """);
        Path file = convert(
                parquet("SELECT * FROM (VALUES (1.5, 2.0), (NULL, 2.25), (7.75, 8.0)) AS t(load, peak)"),
                new TableImport.Options(type, null, WriterOptions.DEFAULT, 64 << 10));
        assertThat(TraceSamples.rows(file, "*"))
                .containsExactly(
                        List.of(bits(1.5), bits(2)),
                        Arrays.<@Nullable Object>asList(null, bits(2.25)),
                        List.of(bits(7.75), bits(8)));
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    /** Hashes and addresses are often unsigned, and only some columns of them have values that exceed a long. */
    @Test
    void unsignedIntegersThatExceedInt64AreTexts() throws Exception {
        List<String> warnings = new ArrayList<>();
        Path in = parquet("SELECT unnest([1, 18446744073709551615, NULL])::UBIGINT AS large,"
                + " unnest([1, 9223372036854775807, NULL])::UBIGINT AS small, NULL::UBIGINT AS none");
        TableImport.Options options =
                new TableImport.Options(null, null, WriterOptions.DEFAULT.withWarnings(warnings::add), 64 << 10);
        try (DataSeriesReader reader = DataSeriesReader.open(convert(in, options));
                ExtentSource rows = reader.extents("*", 1)) {
            Extent extent = Objects.requireNonNull(rows.next());
            assertThat(extent.type().fields().stream().map(Field::type))
                    .containsExactly(FieldType.VARIABLE32, FieldType.INT64, FieldType.INT64);
            assertThat(GeneralValue.of(extent, 0, 0).toText()).isEqualTo("1");
            assertThat(GeneralValue.of(extent, 0, 1).toText()).isEqualTo("18446744073709551615");
            assertThat(GeneralValue.of(extent, 0, 2).isNull()).isTrue();
            assertThat(extent.longs(1)).startsWith(1, Long.MAX_VALUE);
        }
        assertThat(warnings)
                .containsExactly(in + ": column 'large' is imported as text: it has integers that exceed int64");
    }

    @Test
    void whatIsNoTableIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("t.parquet"), "no parquet at all");
        assertThatThrownBy(() -> convert(text, INFERRED))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("t.parquet");
        assertThatThrownBy(() -> convert(folder.resolve("none.parquet"), INFERRED))
                .isInstanceOf(NoSuchFileException.class);
        Path other = Files.writeString(folder.resolve("t.xyz"), "");
        assertThatThrownBy(() -> convert(other, INFERRED)).isInstanceOf(SqlException.class);
    }
}

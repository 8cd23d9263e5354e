package dev.mimeo.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Queries over small files. */
@Tag("thorough")
final class TraceQueryTest {

    private static final int ROWS = 10_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        ExtentType type = ExtentType.parse("""
            <ExtentType name="Test::Rows" version="1.0">
              <field type="int64" name="id" />
              <field type="variable32" name="word" opt_nullable="yes" />
              <field type="int32" name="packet-at" />
              <field type="double" name="Id" />
            </ExtentType>
            """);
        TraceSamples.write(folder.resolve("a.ds"), type, ROWS, 777, (row, i) -> {
            row.setLong(0, i);
            if (i % 3 == 0) {
                row.setNull(1);
            } else {
                row.setString(1, "w\u00f6rd" + i % 5);
            }
            row.setInt(2, i % 10);
            row.setDouble(3, i / 2.0);
        });
        TraceSamples.write(folder.resolve("b.ds"), type, 10, 10, (row, i) -> row.setLong(0, ROWS + i));
    }

    private String csv(String sql) throws IOException {
        return TraceSamples.query(folder, ResultText.Format.CSV, sql.replace("@", folder + "/"));
    }

    @Test
    void projectsGroupsAndFilters() throws IOException {
        assertThat(csv("SELECT count(*), count(word), sum(id), max(\"packet-at\"), max(Id_1) FROM '@a.ds'"))
                .endsWith("\n10000,6666,49995000,9,4999.5\n");
        assertThat(csv("SELECT word, count(*) FROM '@a.ds' WHERE id < 6 GROUP BY word ORDER BY word"))
                .isEqualTo("word,count_star()\nw\u00f6rd0,1\nw\u00f6rd1,1\nw\u00f6rd2,1\nw\u00f6rd4,1\n,2\n");
        assertThat(csv("SELECT count(*) FROM '@a.ds' x JOIN '@b.ds' y ON x.id + 10000 = y.id"))
                .endsWith("\n10\n");
        assertThat(csv("SELECT 1 FROM '@a.ds' LIMIT 3")).isEqualTo("1\n1\n1\n1\n");
    }

    /** The engine would end the process if it had no memory for strings that it is given. */
    @Test
    void longStringsNeedTheMemoryOfOneBatchForEachThread() throws IOException {
        ExtentType type = ExtentType.parse("""
            <ExtentType name="Test::Texts" version="1.0">
              <field type="variable32" name="a" />
              <field type="variable32" name="b" />
              <field type="variable32" name="c" />
            </ExtentType>
            """);
        TraceSamples.write(folder.resolve("texts.ds"), type, 64, 16, (row, i) -> {
            for (int field = 0; field < 3; field++) {
                row.setString(field, String.valueOf((char) ('a' + field)).repeat(500_000 + i));
            }
        });
        String lengths = "SELECT sum(length(a)), sum(length(b)), sum(length(c)) FROM '@texts.ds'";
        assertThat(csvInLittleMemory(lengths)).endsWith("\n32002016,32002016,32002016\n");

        TraceSamples.write(folder.resolve("long.ds"), type, 1, 1, (row, i) -> row.setString(0, "x".repeat(40_000_000)));
        assertThatThrownBy(() -> csvInLittleMemory("SELECT sum(length(a)) FROM '@long.ds'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("the engine needs more memory than its limit");
    }

    private String csvInLittleMemory(String sql) throws IOException {
        SqlOptions options = SqlOptions.of(8, folder.resolve("temporary")).withMemory(SqlOptions.MIN_MEMORY_BYTES);
        return TraceSamples.query(options, ResultText.Format.CSV, sql.replace("@", folder + "/"));
    }

    @Test
    void firstLinesOfCsvAreNotPassedOver() throws IOException {
        Path values = Files.writeString(folder.resolve("values.csv"), "a,b\n1,2\n3,4,5\n");
        assertThatThrownBy(() -> csv("FROM '@values.csv'"))
                .isInstanceOf(SqlException.class)
                .hasMessage(values
                        + ": the first 2 lines and the others have different numbers of values: correct the lines, or"
                        + " leave them out with read_csv('" + values + "', skip = 2)");
        // Whoever gives the lines, or only names the file, knows what is read.
        assertThat(csv("SELECT count(*) FROM read_csv('@values.csv', skip = 2)"))
                .endsWith("\n1\n");
        assertThat(csv("SELECT count(*) FROM '@a.ds' WHERE word <> '@values.csv'"))
                .endsWith("\n6666\n");
        Path ragged = Files.writeString(folder.resolve("ragged.csv"), "a,b\n1,2\n3\n");
        assertThatThrownBy(() -> csv("FROM '@ragged.csv'"))
                .isInstanceOf(SqlException.class)
                .hasMessage(
                        ragged + ": line 3 has 1 value, and the first line has 2: correct the lines, put values with a"
                                + " ',' in quotes, or read it with read_csv('" + ragged + "', delim = '')");
        assertThat(csv("SELECT count(*) FROM read_csv('@ragged.csv', delim = '')"))
                .endsWith("\n2\n");
        Files.writeString(folder.resolve("title.csv"), "Title of the table\n\na,b\n1,2\n3,4\n");
        assertThat(csv("SELECT sum(a) FROM '@title.csv'")).endsWith("\n4\n");
    }

    /** The engine decides on types by the first 20,480 lines or objects. */
    @Test
    void valuesThatFitNoTypeOfTheFirstLinesAreErrorsWithARemedy() throws IOException {
        Path csv = Files.writeString(folder.resolve("late.csv"), "n,k\n" + "1,x\n".repeat(30_000) + "oops,y\n");
        String ofCsv = "read_csv('" + csv + "', sample_size = -1)";
        assertThatThrownBy(() -> csv("SELECT max(n) FROM '@late.csv'"))
                .isInstanceOf(SqlException.class)
                .hasMessage(
                        csv + ": line 30002: Error when converting column \"n\". Could not convert string \"oops\" to"
                                + " 'BIGINT': correct the line, or read the column as text with " + ofCsv);
        assertThat(csv("SELECT max(n) FROM " + ofCsv)).endsWith("\noops\n");
        for (String last : List.of("{\"n\": \"oops\"}", "{\"n\": 1, \"late\": 2}")) {
            Path json = Files.writeString(folder.resolve("late.json"), "{\"n\": 1}\n".repeat(30_000) + last + "\n");
            String ofJson = "read_json('" + json + "', sample_size = -1)";
            assertThatThrownBy(() -> csv("SELECT max(n) FROM '@late.json'"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageStartingWith(json + ": value 30001: ")
                    .hasMessageEndingWith(": correct the value, or read the file with " + ofJson)
                    .hasMessageNotContaining("ignore_errors");
            assertThat(csv("SELECT count(*) FROM " + ofJson)).endsWith("\n30001\n");
        }
    }

    @Test
    void rowsComeInTheOrderOfTheFiles() throws IOException {
        String expected =
                LongStream.range(0, ROWS + 10).mapToObj(Long::toString).collect(Collectors.joining("\n"));
        assertThat(TraceSamples.query(
                        SqlOptions.of(4, folder.resolve("spill")),
                        ResultText.Format.CSV,
                        "SELECT id FROM '" + folder + "/*.ds'"))
                .isEqualTo("id\n" + expected + "\n");
    }

    @Test
    void whatDoesNotFitIntoMemoryGoesToDisk() throws IOException {
        SqlOptions options = SqlOptions.of(2, folder.resolve("spill")).withMemory(SqlOptions.MIN_MEMORY_BYTES);
        assertThat(TraceSamples.query(
                        options,
                        ResultText.Format.CSV,
                        "SELECT count(*), sum(n) FROM (SELECT hash(id, r) AS h, repeat('x', 50) || hash(r, id) AS t,"
                                + " count(*) AS n FROM '" + folder
                                + "/a.ds', range(100) AS s(r) GROUP BY ALL ORDER BY h)"))
                .endsWith("\n1000000,1000000\n");
    }

    /** JSON has no NaN, wherever it is. */
    @Test
    void numbersWithinValuesAreFiniteInJson() throws IOException {
        String sql = "SELECT ['nan'::DOUBLE, 1.5] AS l, {'x': '-inf'::FLOAT, 's': 'NaN \" \\ -Infinity'} AS s,"
                + " MAP {'Infinity': 'inf'::DOUBLE} AS m, '\"NaN' AS t, [['-nan'::DOUBLE]] AS n";
        String row = "{\"l\":[null,1.5],\"s\":{\"x\":null,\"s\":\"NaN \\\" \\\\ -Infinity\"},\"m\":{\"Infinity\":null},"
                + "\"t\":\"\\\"NaN\",\"n\":[[null]]}";
        assertThat(TraceSamples.query(folder, ResultText.Format.JSON_LINES, sql))
                .isEqualTo(row + "\n");
        assertThat(TraceSamples.query(folder, ResultText.Format.JSON, sql)).isEqualTo("[\n" + row + "\n]\n");
    }

    @Test
    void jsonIsOneDocument() throws IOException {
        String sql = "SELECT t.id, word, 'nan'::DOUBLE AS x, unhex('00ff') AS b, 1 AS ID FROM '" + folder
                + "/a.ds' AS t ORDER BY t.id LIMIT 2";
        JsonNode document =
                JsonMapper.shared().readTree(TraceSamples.query(folder, ResultText.Format.JSON_DOCUMENT, sql));
        assertThat(document.get("rowCount").asInt()).isEqualTo(2);
        assertThat(document.get("columns").get(1).get("type").asString()).isEqualTo("VARCHAR");
        JsonNode row = document.get("rows").get(1);
        assertThat(row.get("id").asLong()).isEqualTo(1);
        assertThat(row.get("word").asString()).isEqualTo("w\u00f6rd1");
        assertThat(row.get("x").isNull()).isTrue();
        assertThat(row.get("b").asString()).isEqualTo("00ff");
        assertThat(row.get("ID_1").asInt()).isEqualTo(1);
        List<String> names = new ArrayList<>();
        document.get("columns").forEach(column -> names.add(column.get("name").asString()));
        assertThat(names).containsExactlyElementsOf(row.propertyNames());
        assertThat(JsonMapper.shared()
                        .readTree(TraceSamples.query(folder, ResultText.Format.JSON, sql))
                        .size())
                .isEqualTo(2);
        assertThat(TraceSamples.query(folder, ResultText.Format.JSON_LINES, sql).lines())
                .hasSize(2);
        assertThat(TraceSamples.query(folder, ResultText.Format.JSON, sql.replace("LIMIT 2", "LIMIT 0")))
                .isEqualTo("[\n]\n");
    }

    @Test
    void tablesAreAligned() throws IOException {
        assertThat(TraceSamples.query(
                        folder,
                        ResultText.Format.TABLE,
                        "SELECT 1 AS number, 'a\nb' AS text UNION ALL SELECT 10, NULL"))
                .isEqualTo("number  text\n------  ----\n     1  a\u00b7b\n    10  NULL\n");
        assertThat(TraceSamples.query(folder, ResultText.Format.TABLE, "SELECT '\u540d\u524d' AS a, 'x' AS b"))
                .as("characters of two columns")
                .isEqualTo("a     b\n----  -\n\u540d\u524d  x\n");
        assertThat(TraceSamples.query(folder, ResultText.Format.TABLE, "EXPLAIN FROM '" + folder + "/a.ds'"))
                .contains("\n");
        assertThat(csv("PIVOT (FROM '@a.ds' WHERE id < 20) ON id % 2 USING count(*) GROUP BY \"packet-at\""
                        + " ORDER BY ALL"))
                .startsWith("packet-at,0,1\n0,2,0\n");
    }

    @Test
    void stringsThatOnlyLookLikeFilesAreStrings() throws IOException {
        assertThat(csv("SELECT count(*) FROM '@a.ds' WHERE word <> 'none.ds' -- 'other.ds'"))
                .endsWith("\n6666\n");
        assertThat(csv("SELECT '@a.ds' AS name, 'ds(''x'')' AS call")).contains("a.ds,ds('x')\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "DROP TABLE x",
                "SELECT 1; SELECT 2",
                "COPY (SELECT 1) TO 'x.csv'",
                "EXPLAIN ANALYZE COPY (SELECT 1) TO 'x.csv'",
                "(COPY (SELECT 1) TO 'x.csv')",
                "SET threads = 1",
                "ATTACH 'x.db'",
                "SELECT 'open",
                "SELECT /* open",
                "SELECT 1) TO 'x.csv' (FORMAT csv); --",
                "WITH x AS (SELECT 1) INSERT INTO y FROM x"
            })
    void whatIsNoQueryIsRefused(String sql) {
        assertThatThrownBy(() -> csv(sql))
                .isInstanceOf(SqlException.class)
                .message()
                .doesNotContain("\n");
        assertThat(Path.of("x.csv")).doesNotExist();
    }

    @Test
    void onlyNamedFilesAreRead() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.csv"), "a\n1\n");
        String name = secret.toString();
        assertThat(csv("SELECT a FROM '" + name + "'")).isEqualTo("a\n1\n");
        String hidden = "'" + name.substring(0, name.length() - 3) + "' || 'csv'";
        assertThatThrownBy(() -> csv("SELECT * FROM read_csv(" + hidden + ")"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("only reads files that it names");
        assertThatThrownBy(() -> csv("FROM '@none.parquet'")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> csv("INSTALL httpfs")).isInstanceOf(SqlException.class);
    }

    @Test
    void pipesAndDevicesAreRefused() throws IOException {
        assumeThat(Path.of("/dev/null")).exists();
        for (String name : List.of("device", "device.csv", "device.ds")) {
            Path device = Files.createSymbolicLink(folder.resolve(name), Path.of("/dev/null"));
            assertThatThrownBy(() -> csv("FROM '@" + name + "'"))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessage(device + ": is a pipe or device: copy its content to a file");
            Files.delete(device);
        }
    }

    @Test
    void errorsNameTheirCause() throws IOException {
        assertThatThrownBy(() -> csv("FROM '@none.ds'")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> csv("FROM '@none*.ds'")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> csv("FROM ds('@a.ds', 'Other')"))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("Test::Rows");
        assertThatThrownBy(() -> csv("SELECT x FROM '@a.ds'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("\"x\" not found");
        assertThatThrownBy(() -> csv("FROM a.ds"))
                .isInstanceOf(SqlException.class)
                .hasMessage("no table 'a.ds': put the name of a file into quotes: 'a.ds'");
        assertThatThrownBy(() -> csv("SELECT * FROM '@a.ds' JOIN b.c.ds USING (id)"))
                .isInstanceOf(SqlException.class)
                .hasMessage("no table 'b.c.ds': put the name of a file into quotes: 'b.c.ds'");
        assertThatThrownBy(() -> csv("FROM '@a'"))
                .isInstanceOf(SqlException.class)
                .hasMessage(
                        "no table or file '%1$s/a': put the whole name of the file into quotes: '%1$s/a.ds'", folder);
        assertThatThrownBy(() -> csv("FROM '@z'"))
                .isInstanceOf(SqlException.class)
                .hasMessage("no table or file '%s/z': check its name", folder);

        byte[] content = Files.readAllBytes(folder.resolve("a.ds"));
        long offset;
        try (DataSeriesReader reader = DataSeriesReader.open(folder.resolve("a.ds"))) {
            offset = reader.index().get(5).offset();
        }
        content[Math.toIntExact(offset) + 100] ^= 1;
        Files.write(folder.resolve("bad.ds"), content);
        assertThatThrownBy(() -> csv("SELECT sum(id) FROM '@bad.ds'"))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("at byte " + offset);
        Files.write(folder.resolve("cut.ds"), List.of("DSv1"));
        assertThatThrownBy(() -> csv("SELECT 1 FROM '@cut.ds'")).isInstanceOf(DataSeriesException.class);
    }

    @Test
    void textIsNeverGarbled() throws IOException {
        ExtentType type = ExtentType.parse("""
            <ExtentType name="Test::Bytes">
              <field type="variable32" name="s" />
              <field type="variable32" name="h" print_style="hex" />
            </ExtentType>
            """);
        TraceSamples.write(folder.resolve("bytes.ds"), type, 3000, 3000, (row, i) -> {
            row.setBytes(0, i == 2999 ? new byte[] {'a', (byte) 0xc3} : new byte[] {'a', 0, 'b'});
            row.setBytes(1, new byte[] {(byte) i, -1});
        });
        assertThat(csv("SELECT h FROM '@bytes.ds' LIMIT 2")).isEqualTo("h\n00ff\n01ff\n");
        assertThatThrownBy(() -> csv("SELECT max(s) FROM '@bytes.ds'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("'s'")
                .hasMessageContaining("`binaryFields` s");
        SqlOptions binary = SqlOptions.of(2, folder.resolve("spill")).withBinaryFields(Set.of("s"));
        assertThat(TraceSamples.query(
                        binary,
                        ResultText.Format.CSV,
                        "SELECT s, count(*) FROM '" + folder + "/bytes.ds' GROUP BY s ORDER BY s"))
                .isEqualTo("s,count_star()\n610062,2999\n61c3,1\n");
        SqlOptions wrong = binary.withBinaryFields(Set.of("s", "S"));
        assertThatThrownBy(() ->
                        TraceSamples.query(wrong, ResultText.Format.CSV, "SELECT s FROM '" + folder + "/bytes.ds'"))
                .isInstanceOf(SqlException.class)
                .hasMessage("no table has a string field 'S' to read as bytes: check the name");
        assertThatThrownBy(() -> TraceQuery.all(List.of(folder.resolve("bytes.ds")), wrong, List.of()))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("'S'");
    }

    @Test
    void filesOfAPatternHaveTheSameFields() throws IOException {
        ExtentType other = ExtentType.parse("""
            <ExtentType name="Test::Rows" version="2.0">
              <field type="int32" name="id" />
            </ExtentType>
            """);
        TraceSamples.write(folder.resolve("c.ds"), other, 1, 1, (row, i) -> row.setInt(0, i));
        assertThatThrownBy(() -> csv("SELECT count(*) FROM '@?.ds'"))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("c.ds")
                .hasMessageContaining("other fields");
        assertThat(csv("SELECT count(*) FROM '@[ab].ds'")).endsWith("\n10010\n");
        assertThat(csv("SELECT count(*) FROM (SELECT id FROM '@a.ds' UNION ALL BY NAME SELECT id FROM '@c.ds')"))
                .endsWith("\n10001\n");
    }

    /** Doubles are as they are stored, so those of another base are other numbers. */
    @Test
    void filesOfAPatternHaveTheSameDoubleBase() throws IOException {
        String xml = "<ExtentType name='D'><field type='double' name='x' opt_doublebase='BASE'/></ExtentType>";
        String[] bases = {"1000", "1e3", "0"};
        for (int i = 0; i < bases.length; i++) {
            ExtentType type = ExtentType.parse(xml.replace("BASE", bases[i]));
            TraceSamples.write(folder.resolve("d" + i + ".ds"), type, 1, 1, (row, n) -> row.setDouble(0, n));
        }
        assertThat(csv("SELECT count(*) FROM '@d[01].ds'")).endsWith("\n2\n");
        assertThatThrownBy(() -> csv("SELECT count(*) FROM '@d[02].ds'"))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("d2.ds")
                .hasMessageContaining("another opt_doublebase");
    }
}

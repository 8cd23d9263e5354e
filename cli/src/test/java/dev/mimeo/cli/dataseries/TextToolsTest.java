package dev.mimeo.cli.dataseries;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.JDBC;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Text to DataSeries and back, as scripts do it. */
final class TextToolsTest {

    private static final String TYPE = """
        <ExtentType name="Words" version="1.0">
          <field type="int32" name="n" />
          <field type="variable32" name="word" opt_nullable="yes" />
        </ExtentType>
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static TestRun good(TestRun run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    @Test
    void descriptionsOfTypesAreUtf8() throws IOException {
        byte[] xml = "<ExtentType name=\"T?\"><field type=\"bool\" name=\"x\"/></ExtentType>".getBytes(US_ASCII);
        xml[18] = (byte) 0xe4;
        Files.write(Path.of(at("latin.xml")), xml);
        Files.writeString(Path.of(at("x.csv")), "true\n");
        for (String[] command : new String[][] {
            {"csv2ds", "--xml-desc-file=" + at("latin.xml"), at("x.csv"), at("x.ds")},
            {"dstypes2java", at("latin.xml")}
        }) {
            TestRun run = TestRun.of(command);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).startsWith("mimeo: " + at("latin.xml") + ": is not UTF-8");
        }
    }

    /** Files of two versions of a type: a field of one of them is there, others and other types are not. */
    @Test
    void namesThatNoFileHasAreWarnedOf() throws IOException {
        write("words.xml", TYPE);
        write("more.xml", TYPE.replace("/>\n</", "/><field type=\"bool\" name=\"b\" />\n</"));
        write("words.csv", "1,one\n");
        write("more.csv", "1,one,true\n");
        for (String name : new String[] {"words", "more"}) {
            good(TestRun.of("csv2ds", "--xml-desc-file=" + at(name + ".xml"), at(name + ".csv"), at(name + ".ds")));
        }
        TestRun run = good(TestRun.of(
                "ds2txt",
                "--skip-all",
                "--quiet",
                "--printSpec=type=\"Words\" name=\"b\" print_true=\"yes\"",
                "--printSpec=type=\"Words\" name=\"c\" print_true=\"yes\"",
                "--printSpec=type=\"words\" name=\"n\" print_format=\"%x\"",
                "--header=<header type=\"DataSeries: ExtentIndex\">index</header>",
                "--header=<header type=\"W\">words</header>",
                "--fields=<fields type=\"V\"><field name=\"n\"/></fields>",
                at("words.ds"),
                at("more.ds")));
        assertThat(run.out()).isEqualTo("1 one\n1 one yes\n");
        assertThat(run.err().lines())
                .containsExactly(
                        "mimeo: warning: no file has the type 'V': check the name",
                        "mimeo: warning: no file has the type 'W': check the name",
                        "mimeo: warning: no file has the type 'words': check the name",
                        "mimeo: warning: type 'Words' has no field 'c' in any file: check the name");
    }

    @Test
    void csvGoesInAndComesOut() throws IOException {
        write("words.xml", TYPE);
        write("words.csv", "# n,word\n1,one\n2,\"a,b \"\"c\"\"\"\n3,null\n");
        TestRun run = good(TestRun.of(
                "csv2ds", "--compress", "none", "--xml-desc-file=" + at("words.xml"), at("words.csv"), at("w.ds")));
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("3 rows of type Words, ");
        assertThat(good(TestRun.of("ds2txt", "--csv", at("w.ds"))).out())
                .isEqualTo("n,word\n1,one\n2,\"a,b \"\"c\"\"\"\n3,null\n");
        assertThat(good(TestRun.of("ds2txt", "--csv", "--compat", at("w.ds"))).out())
                .isEqualTo("n,word\n1,one\n2,a,b \"c\"\n3,null\n");
        assertThat(good(TestRun.of("ds2txt", "--skip-all", "--select", "Words", "word,n", at("w.ds")))
                        .out())
                .isEqualTo("one 1\na,b \"c\" 2\nnull 3\n");
        assertThat(good(TestRun.of("ds2txt", "--json", at("w.ds"))).out().lines())
                .hasSize(3)
                .last()
                .isEqualTo("{\"type\":\"Words\",\"row\":{\"n\":3,\"word\":null}}");
        assertThat(TestRun.of("csv2ds", "--xml-desc-file=" + at("words.xml"), at("words.csv"), at("w.ds"))
                        .code())
                .isEqualTo(1);
    }

    /** The original leaves them out, too; in a column of its own an empty value looks like one. */
    @Test
    void emptyLinesAreLeftOutAndCounted() throws IOException {
        write("words.csv", "\n1,one\n\n2,two\n");
        TestRun run = good(TestRun.of("csv2ds", "--infer", "--json", at("words.csv"), at("w.ds")));
        assertThat(JsonMapper.shared().readTree(run.out()).get("emptyLines").asLong())
                .isEqualTo(2);
        assertThat(run.err()).endsWith(" bytes, 2 empty lines left out\n").doesNotContain("warning");
        write("column.csv", "one\n\n\"\"\nthree\n");
        run = good(TestRun.of("csv2ds", "--infer", at("column.csv"), at("c.ds")));
        assertThat(run.err())
                .startsWith("mimeo: warning: 1 empty line left out: write \"\" for rows whose only value is empty\n"
                        + "3 rows of type column, ");
    }

    /** A value may look like a comment. */
    @Test
    void linesThatLookLikeCommentsAreLeftOutAndCounted() throws IOException {
        write("words.csv", "#1,one\n2,two\n#,three\n");
        TestRun run = good(TestRun.of("csv2ds", "--infer", "--json", at("words.csv"), at("w.ds")));
        assertThat(JsonMapper.shared().readTree(run.out()).get("commentLines").asLong())
                .isEqualTo(2);
        assertThat(run.err()).endsWith(" bytes, 2 lines left out that start with #\n");
        run = good(TestRun.of("csv2ds", "--infer", "--comment-prefix=", at("words.csv"), at("all.ds")));
        assertThat(run.err()).startsWith("3 rows of type words, ").doesNotContain("left out");
    }

    @Test
    void aFirstLineThatNamesColumnsOfNumbersIsToldOf() throws IOException {
        String hint = "mimeo: warning: %s: the first line seems to name the columns: --header takes it so\n";
        write("named.csv", "n,word\n" + "1,one\n".repeat(20_000));
        assertThat(good(TestRun.of("csv2ds", "--infer", at("named.csv"), at("n.ds")))
                        .err())
                .contains(hint.formatted(at("named.csv")));
        write("rows.csv", "1,one\n2,two\n");
        write("texts.csv", "a,b\nc,d\n");
        write("quoted.csv", "a,b\n1,\"" + "line\n".repeat(20_000) + "\"\n");
        write("line.csv", "n,word\n");
        for (String name : List.of("rows.csv", "texts.csv", "quoted.csv", "line.csv")) {
            assertThat(good(TestRun.of("csv2ds", "--infer", at(name), at(name + ".ds")))
                            .err())
                    .as(name)
                    .doesNotContain("warning");
        }
        assertThat(good(TestRun.of("csv2ds", "--infer", "--header", at("named.csv"), at("h.ds")))
                        .err())
                .doesNotContain("warning");
    }

    @Test
    void filtersAsTheOriginalTool() throws IOException {
        Path golden = golden();
        TestRun run = good(TestRun.of(
                "ds2txt",
                "--skip-all",
                "--where",
                "Trace::Network::IP",
                "wire\\-length > 1000 && source\\-port != 2049",
                golden.resolve("shipped/nfs-2.set-0.ip.ds").toString()));
        assertThat(run.out()).isEqualTo(Files.readString(golden.resolve("tools/t07.out")));
        run = good(TestRun.of(
                "ds2txt",
                "--skip-all",
                "--select",
                "common",
                "record_id,packet_at,dest",
                "--printSpec=type=\"Trace::NFS::common\" name=\"packet_at\" print_format=\"sec.nsec\""
                        + " units=\"2^-32 seconds\" epoch=\"unix\"",
                "--printSpec=type=\"Trace::NFS::common\" name=\"dest\" print_format=\"ipv4\"",
                "--where",
                "Trace::NFS::common",
                "record_id < 38549988050",
                golden.resolve("shipped/nfs-2.set-1.20k.ds").toString()));
        assertThat(run.out()).isEqualTo(Files.readString(golden.resolve("shipped/ds2txt-where.test.ref")));
    }

    /** Returns the folder of files of the original tools beside the repository, or skips the test. */
    private static Path golden() {
        return SharedData.path("dataseries");
    }

    @Test
    void conditionsThatDoNotFitAreBadUsage() throws IOException {
        write("words.csv", "1,one\n");
        good(TestRun.of("csv2ds", "--infer", at("words.csv"), at("w.ds")));
        TestRun run = TestRun.of("ds2txt", "--where", "*", "none > 1", at("w.ds"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("none").doesNotContain("Exception");
        assertThat(good(TestRun.of("ds2txt", "--skip-types", "--skip-index", "--where", "*", "column1 > 1", at("w.ds")))
                        .out())
                .isEqualTo("# Extent, type='words', where='column1 > 1'\ncolumn1 column2\n");
    }

    @Test
    void theTypeIsFound() throws IOException {
        String text = "n,word\n1,one\n-5,null\n";
        write("words.csv", text);
        TestRun run = good(TestRun.of("csv2ds", "--infer", "--header", "--json", at("words.csv"), at("w.ds")));
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("rows").asLong()).isEqualTo(2);
        assertThat(document.get("type").asString()).isEqualTo("words");
        assertThat(document.get("xml").asString()).contains("name=\"n\" type=\"int32\"");
        assertThat(good(TestRun.of("ds2txt", "--csv", at("w.ds"))).out()).isEqualTo(text);
        good(TestRun.withInput(text.getBytes(UTF_8), "csv2ds", "--infer", "--type-name=T", "-", at("stdin.ds")));
        assertThat(good(TestRun.of("ds2txt", "--skip-index", "--skip-types", at("stdin.ds")))
                        .out())
                .isEqualTo("# Extent, type='T'\ncolumn1 column2\nn word\n1 one\n-5 null\n");
    }

    @Test
    @Timeout(300)
    void theTypeOfAPipeIsFoundToo() throws IOException, InterruptedException {
        String pipe = at("pipe");
        assumeThat(new ProcessBuilder("mkfifo", pipe).start().waitFor())
                .as("mkfifo works")
                .isZero();
        new ProcessBuilder("sh", "-c", "printf 'n,word\\n1,one\\n2,two\\n' >" + pipe).start();

        TestRun run = good(TestRun.of("csv2ds", "--infer", "--header", pipe, at("w.ds")));

        assertThat(run.err()).startsWith("2 rows of type Csv, ");
        assertThat(good(TestRun.of("ds2txt", "--csv", at("w.ds"))).out()).isEqualTo("n,word\n1,one\n2,two\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "csv2ds --infer DIR OUT",
                "csv2ds --xml-desc-file=DIR x.csv OUT",
                "txt2ds DIR OUT",
                "dstypes2java DIR",
                "dsextentindex --new * n OUT DIR"
            })
    void directoriesAreNamed(String line) throws IOException {
        String directory = Files.createDirectory(folder.resolve("dir")).toString();
        TestRun run = TestRun.of(
                line.replace("DIR", directory).replace("OUT", at("out")).split(" "));
        assertThat(run.err()).isEqualTo("mimeo: " + directory + ": is a directory: name the files in it\n");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void standardInputIsNamed() {
        assertThat(TestRun.withInput("<ExtentType".getBytes(UTF_8), "dstypes2java", "-")
                        .err())
                .startsWith("mimeo: standard input: type description: ");
    }

    @Test
    void textComesBack() throws IOException {
        write("words.xml", TYPE);
        write("words.csv", "1,one\n2,two three\n3,null\n");
        good(TestRun.of("csv2ds", "--xml-desc-file=" + at("words.xml"), at("words.csv"), at("w.ds")));
        String text = good(TestRun.of("ds2txt", "--skip-index", at("w.ds"))).out();
        TestRun run = good(TestRun.withInput(text.getBytes(UTF_8), "txt2ds", "-", at("back.ds"), "--json"));
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("rows").asLong()).isEqualTo(3);
        assertThat(document.get("notes").values().stream().map(JsonNode::asString))
                .containsExactly("type 'Words', field 'word': 'null' may be a value; it was taken for a missing one");
        assertThat(good(TestRun.of("ds2txt", "--skip-index", at("back.ds"))).out())
                .isEqualTo(text);
        write("words.txt", "word n\nseven 7\n");
        good(TestRun.of("txt2ds", "--xml-desc-file=" + at("words.xml"), at("words.txt"), at("some.ds")));
        assertThat(good(TestRun.of("ds2txt", "--csv", at("some.ds"))).out()).isEqualTo("n,word\n7,seven\n");
        TestRun bad = TestRun.of("txt2ds", at("words.txt"), at("bad.ds"));
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.err()).contains("words.txt: line 1: ").hasLineCount(1);
        assertThat(folder.resolve("bad.ds")).doesNotExist();
    }

    @Test
    void tablesComeFromDatabases() throws Exception {
        String address = "jdbc:sqlite:" + at("web.db");
        try (Connection connection = DriverManager.getConnection(address);
                Statement statement = connection.createStatement()) {
            statement.execute("create table \"the hits\" (id integer not null, page text)");
            statement.execute("insert into \"the hits\" values (1, '/index'), (2, null)");
            statement.execute("create table \"select\" (\"group\" integer not null)");
        }
        good(TestRun.of("sql2ds", "--dsn=" + address, "select", at("word.ds")));
        assertThat(good(TestRun.of("ds2txt", "--csv", at("word.ds"))).out()).isEmpty();
        good(TestRun.of("sql2ds", "--dsn=" + address, "the hits", at("hits.ds")));
        assertThat(good(TestRun.of("ds2txt", "--skip-types", "--skip-index", at("hits.ds")))
                        .out())
                .isEqualTo("# Extent, type='the hits'\nid page\n1 /index\n2 null\n");
        String jar = Path.of(JDBC.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        TestRun run = good(TestRun.of(
                "sql2ds",
                "--dsn=" + address,
                "--driver-jar=" + jar,
                "--query=select count(*) as n from \"the hits\"",
                "--int64",
                at("n.ds"),
                "--json"));
        assertThat(JsonMapper.shared().readTree(run.out()).get("rows").asLong()).isEqualTo(1);
        assertThat(good(TestRun.of("ds2txt", "--csv", at("n.ds"))).out()).isEqualTo("n\n2\n");

        TestRun bad = TestRun.of("sql2ds", "--dsn=" + address, "none", at("none.ds"));
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.err()).contains("no such table").hasLineCount(1);
        assertThat(folder.resolve("none.ds")).doesNotExist();
        assertThat(TestRun.of("sql2ds", "--dsn=jdbc:none:x?password=secret", "t", at("none.ds"))
                        .err())
                .contains("jdbc:none:x: no JDBC driver for it: name its jar with --driver-jar")
                .hasLineCount(1);
        assertThat(TestRun.of("sql2ds", "--dsn=" + address, at("none.ds")).code())
                .isEqualTo(2);
    }

    /** The drivers create a file that is not there, in which then the table is missing. */
    @Test
    void missingFilesOfDatabasesAreNotCreated() {
        String path = at("none.db");
        for (String address : List.of("jdbc:sqlite:" + path, "jdbc:duckdb:" + path)) {
            TestRun run = TestRun.of("sql2ds", "--dsn=" + address, "t", at("none.ds"));
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).isEqualTo("mimeo: " + path + ": no such file or directory: check the name\n");
        }
        TestRun run = TestRun.of("sql2ds", "--dsn=jdbc:sqlite:file:" + path + "?cache=shared", "t", at("none.ds"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("unable to open database file").hasLineCount(1);
        assertThat(folder).isEmptyDirectory();
        good(TestRun.of("sql2ds", "--dsn=jdbc:sqlite::memory:", "--query=select 1 as n", at("n.ds")));
        good(TestRun.of("sql2ds", "--dsn=jdbc:sqlite:file:m?mode=memory", "--query=select 1 as n", at("m.ds")));
        assertThat(folder.resolve("n.ds")).hasSameBinaryContentAs(folder.resolve("m.ds"));
    }

    @Test
    void filesOfDuckDbAreOnlyRead() throws Exception {
        Path file = folder.resolve("web.duckdb");
        String address = "jdbc:duckdb:" + file;
        try (Connection connection = DriverManager.getConnection(address);
                Statement statement = connection.createStatement()) {
            statement.execute("create table hits as select 1 as id");
            statement.execute("checkpoint");
            statement.execute("pragma disable_checkpoint_on_shutdown");
            statement.execute("insert into hits values (2)");
        }
        byte[] before = Files.readAllBytes(file);
        Path log = folder.resolve("web.duckdb.wal");
        assertThat(log).isNotEmptyFile();
        good(TestRun.of("sql2ds", "--dsn=" + address, "hits", at("hits.ds")));
        assertThat(good(TestRun.of("ds2txt", "--csv", at("hits.ds"))).out()).isEqualTo("id\n1\n2\n");
        assertThat(file).hasBinaryContent(before);
        assertThat(log).isNotEmptyFile();
    }

    @Test
    void messagesOfDatabasesAreWithoutTheQuery() {
        assertThat(TestRun.of("sql2ds", "--dsn=jdbc:duckdb:", "--query=select 1 as a,\nb from x where", at("n.ds"))
                        .err())
                .isEqualTo("mimeo: jdbc:duckdb:: Parser Error: syntax error at or near \"where\"\n");
        assertThat(TestRun.of("sql2ds", "--dsn=jdbc:duckdb:", "--query=select error('one\ntwo')", at("n.ds"))
                        .err())
                .isEqualTo("mimeo: jdbc:duckdb:: Invalid Input Error: one; two\n");
    }

    @Test
    void namesOfDatabasesWithControlCharactersAreRefused() {
        assertThat(TestRun.of("sql2ds", "--dsn=jdbc:duckdb:", "--query=select 1 as a, 2 as \"b\u0001c\"", at("n.ds"))
                        .err())
                .isEqualTo("mimeo: jdbc:duckdb:: the name of column 2 has a control character, which those of fields"
                        + " cannot have: rename the column\n");
    }

    /** The calendar of Java is Julian before 1582, that of SQL is not; and some databases call strings of bits BIT. */
    @Test
    void oldTimesAndBitsOfDatabasesAreKept() {
        good(TestRun.of(
                "sql2ds",
                "--dsn=jdbc:duckdb:",
                "--query=select date '0001-01-01' as day, timestamp '1500-02-28 00:00:00.25' as at, '101'::bit as bits,"
                        + " true as flag",
                at("old.ds")));
        assertThat(good(TestRun.of("ds2txt", "--csv", at("old.ds"))).out())
                .isEqualTo("day,at,bits,flag\n" + LocalDate.of(1, 1, 1).toEpochDay() * 86_400_000_000L + ","
                        + (LocalDate.of(1500, 2, 28).toEpochDay() * 86_400_000_000L + 250_000) + ",101,T\n");
    }

    /** In any zone, dates are those of the database: also in gaps of the calendar of Java and of summer time, and before the zones. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"})
    void datesOfDatabasesDoNotDependOnTheZone(String zone) {
        List<LocalDate> dates = List.of(
                LocalDate.of(-43, 3, 15),
                LocalDate.of(1582, 10, 10),
                LocalDate.of(1582, 11, 1),
                LocalDate.of(1800, 6, 1),
                LocalDate.of(1899, 12, 31),
                LocalDate.of(1900, 1, 1),
                LocalDate.of(1969, 12, 31),
                LocalDate.of(2011, 12, 30),
                LocalDate.of(2024, 3, 10));
        String values = dates.stream()
                .map(date -> "(DATE '1970-01-01' + (" + date.toEpochDay() + ")::INTEGER)")
                .collect(Collectors.joining(", ", "VALUES ", ", (NULL)"));
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            good(TestRun.of(
                    "sql2ds",
                    "--dsn=jdbc:duckdb:",
                    "--query=SELECT day, day::TIMESTAMP AS at FROM (" + values + ") AS v(day)",
                    at("dates.ds")));
        } finally {
            TimeZone.setDefault(before);
        }
        assertThat(good(TestRun.of("ds2txt", "--csv", at("dates.ds"))).out())
                .isEqualTo(dates.stream()
                        .map(date -> date.toEpochDay() * 86_400_000_000L)
                        .map(micros -> micros + "," + micros + "\n")
                        .collect(Collectors.joining("", "day,at\n", "null,null\n")));
    }

    /** The driver has a number for infinity, which is not that of a time. */
    @Test
    void infiniteTimesOfDatabasesAreRefused() {
        for (String type : List.of("timestamp", "timestamptz", "timestamp_ns", "timestamp_ms", "timestamp_s", "date")) {
            for (String value : List.of("infinity", "-infinity")) {
                TestRun run = TestRun.of(
                        "sql2ds",
                        "--dsn=jdbc:duckdb:",
                        "--query=select '" + value + "'::" + type + " as t",
                        at("i.ds"));
                assertThat(run.code()).as("%s of %s", value, type).isEqualTo(1);
                assertThat(run.err())
                        .as("%s of %s", value, type)
                        .matches("mimeo: jdbc:duckdb:: row 1, column 't': the time is (infinite|out of range):"
                                + " let the query return the column as text\n");
            }
        }
        String limits = "--query=select timestamp '294247-01-10 04:00:54.775806' as last,"
                + " timestamp_ns '2026-01-01 00:00:00.000000001' as fine from range(3)";
        TestRun run = good(TestRun.of("sql2ds", "--dsn=jdbc:duckdb:", limits, at("limits.ds"), "--quiet"));
        assertThat(run.err())
                .isEqualTo("mimeo: warning: column 'fine': digits behind the microseconds are cut in 3 values\n");
        assertThat(good(TestRun.of("ds2txt", "--csv", at("limits.ds"))).out())
                .startsWith("last,fine\n" + (Long.MAX_VALUE - 1) + ",1767225600000000\n");
    }

    /** The driver throws what it does not declare. */
    @Test
    void valuesThatADriverCannotReadAreNamed() {
        for (String value : List.of("timetz '24:00:00+00'", "{'a': time '24:00:00'}")) {
            TestRun run = TestRun.of(
                    "sql2ds", "--dsn=jdbc:duckdb:", "--query=select 1 as n, " + value + " as t", at("d.ds"), "--force");
            assertThat(run.code()).as(value).isEqualTo(1);
            assertThat(run.err())
                    .as(value)
                    .matches("mimeo: jdbc:duckdb:: row 1(, column 't')?: the driver of the database cannot read a value"
                            + " \\(.*\\): let the query return the column as text\n");
            String text = "--query=select 1 as n, (" + value + ")::varchar as t";
            good(TestRun.of("sql2ds", "--dsn=jdbc:duckdb:", text, at("d.ds"), "--force", "--quiet"));
            assertThat(good(TestRun.of("ds2txt", "--skip-all", at("d.ds"))).out())
                    .contains("24:00:00");
        }
    }

    @Test
    void badTextLeavesNothing() throws IOException {
        write("words.xml", TYPE);
        write("words.csv", "1,one\nx,two\n");
        TestRun run = TestRun.of("csv2ds", "--xml-desc-file=" + at("words.xml"), at("words.csv"), at("w.ds"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("words.csv: line 2, column 1 ('n'): 'x' is not an integer");
        assertThat(folder.resolve("w.ds")).doesNotExist();
        write("words.xml", "<ExtentType");
        assertThat(TestRun.of("csv2ds", "--xml-desc-file=" + at("words.xml"), at("words.csv"), at("w.ds"))
                        .err())
                .contains("words.xml")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        csv2ds a b                                              | either --xml-desc-file
        csv2ds a b --infer --xml-desc-file=x                    | either --xml-desc-file
        csv2ds a b --infer --field-separator=                   | must have 1 to
        csv2ds a - --infer --json                               | both want standard output
        dsimport - a                                            | write standard input to one first
        dstypes2java a -o -                                     | -o names a folder
        ds2txt a --csv --json                                   | exclude each other
        ds2txt a --select T a --select T b                      | more than once
        ds2txt a --printSpec=x                                  | starts with
        ds2txt a --header=<x/>                                  | expected <header>
        ds2txt a --fields=<fields>                              | not well-formed
        """)
    void badUsageIsCode2(String line, String problem) {
        TestRun run = TestRun.of(line.split(" "));
        assertThat(run.err()).contains(problem).doesNotContain("Exception");
        assertThat(run.code()).isEqualTo(2);
    }
}

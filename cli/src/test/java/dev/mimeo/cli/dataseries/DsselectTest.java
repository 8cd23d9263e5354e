package dev.mimeo.cli.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.testing.SharedData;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class DsselectTest {

    private static final int ROWS = 3000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeFile() throws IOException {
        TraceFixture file = TraceFixture.of("""
                <ExtentType name="Test::Rows" namespace="mimeo.dev" version="2.1" pack_null_compact="non_bool">
                  <field type="int64" name="id" pack_relative="id" />
                  <field type="int64" name="end" pack_relative="id" comment="a &lt; &quot;b&quot;" />
                  <field type="int32" name="n" opt_nullable="yes" />
                  <field type="variable32" name="word" />
                </ExtentType>
                """);
        for (int row = 0; row < ROWS; row++) {
            file.row(row, row + row % 10, row % 3 == 0 ? null : row % 7, "w" + row % 3);
        }
        file.write(folder.resolve("in.ds"));
    }

    private TestRun run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("dsselect"));
        for (String argument : arguments) {
            all.add(
                    argument.endsWith(".ds") || argument.endsWith(".xml")
                            ? folder.resolve(argument).toString()
                            : argument);
        }
        return TestRun.of(all.toArray(String[]::new));
    }

    private List<Extent> read(String name) throws IOException {
        List<Extent> extents = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.open(folder.resolve(name));
                ExtentSource source = reader.extents("*", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                extents.add(extent);
            }
        }
        return extents;
    }

    @Test
    void computesRenamesAndDropsWhatDoesNotFit() throws IOException {
        TestRun run = run(
                "Rows",
                "end,word as text,id",
                "--rename",
                "id=start",
                "--where",
                "end - id < 5 && word != \"w0\"",
                "--add",
                "length:int32=end - id",
                "--add",
                "half:double=n/2",
                "--add",
                "long:bool=end - id > 2",
                "--add",
                "both:variable32=word + word",
                "in.ds",
                "out.ds",
                "--extent-size=4KiB");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("""
                        end -> <field type="int64" name="end" comment="a &lt; &quot;b&quot;"/>
                        text -> <field type="variable32" name="text"/>
                        start -> <field type="int64" name="start" pack_relative="start"/>
                        length -> <field type="int32" name="length"/>
                        half -> <field type="double" name="half" opt_nullable="yes"/>
                        """)
                .contains("<ExtentType name=\"Test::Rows\" namespace=\"mimeo.dev\" version=\"2.1\">\n  <field type=")
                .endsWith("\n\n3000 input rows, 1000 output rows\n");
        List<Extent> extents = read("out.ds");
        assertThat(extents).hasSizeGreaterThan(5);
        int at = 0;
        for (Extent extent : extents) {
            for (int row = 0; row < extent.rows(); row++, at++) {
                while (at % 10 >= 5 || at % 3 == 0) {
                    at++;
                }
                assertThat(extent.longs(0)[row]).isEqualTo(at + at % 10);
                assertThat(extent.variables(1).utf8(row)).isEqualTo("w" + at % 3);
                assertThat(extent.longs(2)[row]).isEqualTo(at);
                assertThat(extent.ints(3)[row]).isEqualTo(at % 10);
                assertThat(extent.isNull(4, row)).isFalse();
                assertThat(extent.doubles(4)[row]).isEqualTo(at % 7 / 2.0);
                assertThat(extent.booleans(5)[row]).isEqualTo(at % 10 > 2);
                assertThat(extent.variables(6).utf8(row)).isEqualTo(("w" + at % 3).repeat(2));
            }
        }
    }

    @Test
    void addsUpOverTheRowsBefore() throws IOException {
        TestRun run = run(
                "Rows",
                "id",
                "--add",
                "sum:int64=prev.sum + id",
                "--add",
                "twice:int64=out.sum * 2",
                "in.ds",
                "in.ds",
                "out.ds",
                "--threads=3");
        assertThat(run.code()).as(run.err()).isZero();
        long sum = 0;
        int at = 0;
        for (Extent extent : read("out.ds")) {
            for (int row = 0; row < extent.rows(); row++, at++) {
                sum += at % ROWS;
                assertThat(extent.longs(1)[row]).isEqualTo(sum);
                assertThat(extent.longs(2)[row]).isEqualTo(2 * sum);
            }
        }
        assertThat(at).isEqualTo(2 * ROWS);
    }

    @Test
    void computedColumnsAreNullWhereTheirOperandsAre() throws IOException {
        assertThat(run("Rows", "n", "--add", "m:int64=n*2+id", "in.ds", "out.ds", "--quiet")
                        .out())
                .isEmpty();
        int at = 0;
        for (Extent extent : read("out.ds")) {
            for (int row = 0; row < extent.rows(); row++, at++) {
                assertThat(extent.isNull(0, row)).isEqualTo(at % 3 == 0);
                assertThat(extent.isNull(1, row)).isEqualTo(at % 3 == 0);
                if (at % 3 != 0) {
                    assertThat(extent.longs(1)[row]).isEqualTo(at % 7 * 2 + at);
                }
            }
        }
        assertThat(at).isEqualTo(ROWS);
    }

    @Test
    void aCommaInANameFollowsABackslash() throws IOException {
        TraceFixture.of("""
                <ExtentType name="Test::Commas">
                  <field type="int32" name="a,b" />
                  <field type="int32" name="a" />
                  <field type="int32" name="b\\" />
                </ExtentType>
                """).row(1, 2, 3).write(folder.resolve("commas.ds"));
        assertThat(run("*", "b\\,a\\,b as c,a", "commas.ds", "out.ds", "--quiet")
                        .err())
                .contains("no field 'b,a,b'");
        assertThat(run("*", "a\\,b as c,b\\", "commas.ds", "out.ds", "--quiet").err())
                .isEmpty();
        String file = folder.resolve("commas.ds").toString();
        assertThat(TestRun.of("ds2txt", "--csv", folder.resolve("out.ds").toString())
                        .out())
                .isEqualTo("c,b\\\n1,3\n");
        assertThat(TestRun.of("ds2txt", "--skip-all", "--select", "*", "a,a\\,b", file)
                        .out())
                .isEqualTo("2 1\n");
    }

    @Test
    void writesRowsOfAGivenType() throws IOException {
        Files.writeString(folder.resolve("type.xml"), """
                <ExtentType name="Other" namespace="mimeo.dev" version="1.0">
                  <field type="double" name="id" />
                  <field type="double" name="twice" pack_scale="1" />
                </ExtentType>
                """);
        TestRun run = run(
                "Rows", "id", "--add", "twice:double=2*id", "--xml-desc-file", "type.xml", "in.ds", "out.ds", "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("type").asString()).isEqualTo("Other");
        assertThat(document.get("outputRows").asInt()).isEqualTo(ROWS);
        Extent extent = read("out.ds").get(0);
        assertThat(extent.doubles(0)[10]).isEqualTo(10);
        assertThat(extent.doubles(1)[10]).isEqualTo(20);
        assertThat(run("Rows", "all", "--xml-desc-file", "type.xml", "in.ds", "x.ds")
                        .err())
                .contains("field 'twice' of the new type is not selected");
    }

    /** 2^53 + 1 is the least integer without a double, and 2^63 - 1 the greatest. */
    @Test
    void valuesThatTheGivenTypeDoesNotHaveAreCounted() throws IOException {
        String type = """
                <ExtentType name="Numbers">
                  <field type="int64" name="count" opt_nullable="yes" /><field type="double" name="time" />
                </ExtentType>
                """;
        TraceFixture file = TraceFixture.of(type);
        for (int extent = 0; extent < 2; extent++) {
            file.extent()
                    .row(1L << 53, 0)
                    .row((1L << 53) + 1, 1.5)
                    .row(-(1L << 53) - 1, -0.25)
                    .row(1L << 62, 1e18)
                    .row(Long.MAX_VALUE, -0.0)
                    .row(Long.MIN_VALUE, -0x1p63)
                    .row(null, 3);
        }
        file.write(folder.resolve("numbers.ds"));
        Files.writeString(folder.resolve("other.xml"), """
                <ExtentType name="Other"><field type="double" name="count" /><field type="int64" name="time" /></ExtentType>
                """);
        TestRun run = run("Numbers", "all", "--xml-desc-file", "other.xml", "numbers.ds", "out.ds");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEqualTo("""
                mimeo: warning: type 'Other', field 'count': 6 values became the nearest double, as none is equal; \
                make the field int64 to keep them
                mimeo: warning: type 'Other', field 'time': 4 values lost their fraction; make the field double to keep it
                """);
        Files.writeString(folder.resolve("same.xml"), type);
        assertThat(run("Numbers", "all", "--xml-desc-file", "same.xml", "numbers.ds", "same.ds")
                        .err())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Rows|id,nosuch|--where=1|2|has no field 'nosuch'",
                "Rows|id,id|--where=1|2|two columns of the name 'id'",
                "Rows|id|--where=id +|2|is expected, not the end",
                "Rows|id|--where=id + 1|2|a condition is expected",
                "Rows|id|--add=x|2|--add takes NAME:TYPE=EXPR",
                "Rows|id|--add=x:int16=id|2|'int16' is not a type",
                "Rows|id|--add=n:int32=id|2|'n' is taken",
                "Rows|id|--add=x:int32=id == 1|2|a condition is not a number",
                "Rows|id|--add=x:bool=id|0|''",
                "Rows|id|--add=x:byte=id|1|byte takes 0 to 255",
                "Rows|id|--add=x:int64=0/0|1|row 0 gives NaN or a number of more than 64 bits for column 'x'",
                "Rows|id|--add=x:int64=9223372036854775807+1|1|NaN or a number of more than 64 bits",
                "Rows|id|--add=x:byte=1e300|1|NaN or a number of more than 64 bits",
                "Rows|id|--add=x:double=prev.x + word|1|in.ds: row 0 at byte 296: expression 'prev.x + word', character 10",
                "Rows|id|--rename=n=m|2|'n' is not selected",
                "Rows|id|--rename=n|2|--rename takes OLD=NEW",
                "Nosuch|id|--where=1|1|Nosuch"
            })
    void faultsLeaveNothing(String type, String fields, String option, int code, String problem) throws IOException {
        TestRun run = run(type, fields, option, "in.ds", "out.ds");
        assertThat(run.err()).contains(problem).doesNotContain("Exception", "\tat ");
        assertThat(run.code()).isEqualTo(code);
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(code == 0 ? 2 : 1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "t17@--compress zlib --compress-level 9 --extent-size=65536@bytes == 2048@I/O@enter_driver,bytes,machine_id,driver_type,disk_offset@h03126.ds-littleend",
                "t18@--compress zlib --compress-level 9@bytes > 60000@I/O@enter_driver,leave_driver,bytes,is_read@h03126.ds-littleend",
                "t19@--compress lzf@exit_code != 0 || status == \"DONE\"@Batch::LSF@cluster_name,username,submit_time,start_time,end_time@lsb.acct.2007-01-01-p1.ds"
            })
    void textAndRowsAreThoseOfTheOriginal(
            String golden, String options, String where, String type, String fields, String input) throws IOException {
        Path goldens = goldenFolder();
        List<String> arguments = new ArrayList<>(List.of("dsselect"));
        arguments.addAll(Arrays.asList(options.split(" ")));
        arguments.addAll(List.of("--where=" + where, type, fields));
        arguments.add(goldens.resolve("shipped").resolve(input).toString());
        String out = folder.resolve("out.ds").toString();
        arguments.add(out);
        TestRun run = TestRun.of(arguments.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();

        String expected;
        try (GZIPInputStream in = new GZIPInputStream(
                new ByteArrayInputStream(Files.readAllBytes(goldens.resolve("tools/" + golden + ".out.gz"))))) {
            expected = new String(in.readAllBytes(), UTF_8);
        }
        String[] parts = expected.split("=== ds2txt of the output file\n");
        assertThat(run.out()).isEqualTo(parts[0]);
        // The index shows that extents take as many bytes as those of the original.
        assertThat(TestRun.of("ds2txt", out).out()).isEqualTo(parts[1]);
    }

    private static Path goldenFolder() {
        return SharedData.path("dataseries");
    }
}

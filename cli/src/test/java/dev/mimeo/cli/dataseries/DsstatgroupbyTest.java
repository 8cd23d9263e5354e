package dev.mimeo.cli.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SharedData;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class DsstatgroupbyTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeFile() throws IOException {
        TraceFixture file = TraceFixture.of("""
                <ExtentType name="Test::Rows" namespace="mimeo.dev" version="2.1">
                  <field type="int64" name="id" />
                  <field type="int32" name="group" opt_nullable="yes" />
                  <field type="variable32" name="word" />
                </ExtentType>
                """);
        for (int row = 0; row < 9; row++) {
            file.row(row, row % 3 == 2 ? null : row % 3, "word");
        }
        file.write(folder.resolve("rows.ds"));
    }

    private TestRun run(String line) {
        return TestRun.of(("dsstatgroupby "
                        + line.replace("FILE", folder.resolve("rows.ds").toString()))
                .split(" "));
    }

    /** As in the original tool, whose expressions are no options. */
    @Test
    void anExpressionMayBeginWithAMinus() {
        TestRun run = run("* basic -id where -id<0 quantile -h from FILE");
        assertThat(run.err())
                .contains("h")
                .doesNotContain("Usage: mimeo dsstatgroupby TYPE STATISTICS... from FILE... [OPTIONS]\n\n");
        TestRun good = run("* basic -id where -id<0 basic -1*id from FILE --json");
        assertThat(good.code()).as(good.err()).isZero();
        JsonNode statistics = JsonMapper.shared().readTree(good.out()).get("statistics");
        assertThat(statistics.get(0).get("expression").asString()).isEqualTo("-id");
        assertThat(statistics.get(0).get("where").asString()).isEqualTo("-id<0");
        assertThat(statistics.get(0).get("processed").asLong()).isEqualTo(8);
        assertThat(statistics.get(0).get("groups").get(0).get("mean").asDouble())
                .isEqualTo(-4.5);
        assertThat(statistics.get(1).get("groups").get(0).get("min").asDouble()).isEqualTo(-8);
        assertThat(run("* basic id from FILE --cub").code()).isEqualTo(2);
    }

    @Test
    void groupsIncludeRowsWithoutAKey() {
        TestRun run = run("Rows basic id group by group quantile id*2 where id>0 from FILE");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("""
                # Begin DSStatGroupByModule
                # processed 9 rows, where clause eliminated 0 rows
                # group, count(*), mean(id), stddev, min, max
                *unknown-type*, 3, 5, 2.44949, 2, 8
                0, 3, 3, 2.44949, 0, 6
                1, 3, 4, 2.44949, 1, 7
                # End DSStatGroupByModule

                # Begin DSStatGroupByModule
                # processed 8 rows, where clause eliminated 1 rows
                # quantile(id*2)
                8 data points, mean 9 +- 4.58258 [2,16]
                    quantiles about every 1 data points:
                    10%: 2, 4, 6, 8, 8, 10, 12, 14, 16
                  tails:\s
                # End DSStatGroupByModule

                # extents: 0.00 MB -> 0.00 MB
                """);
    }

    @Test
    void differentKeysDifferInJson() throws IOException {
        byte[] bytes = {0x12, (byte) 0xff};
        TraceFixture.of("""
                <ExtentType name="Test::Keys">
                  <field type="double" name="x" opt_nullable="yes" />
                  <field type="variable32" name="word" />
                </ExtentType>
                """)
                .row(null, "12ff")
                .row(Double.NaN, bytes)
                .row(Double.POSITIVE_INFINITY, "é")
                .row(Double.NEGATIVE_INFINITY, "12ff")
                .row(0.5, bytes)
                .write(folder.resolve("rows.ds"));
        assertThat(keys(run("* basic 1 group by x from FILE --json")))
                .containsExactlyInAnyOrder("null", "\"NaN\"", "\"Infinity\"", "\"-Infinity\"", "0.5");
        assertThat(keys(run("* basic 1 group by word from FILE --json")))
                .containsExactlyInAnyOrder("\"12ff\"", "{\"hex\":\"12ff\"}", "\"é\"");
        assertThat(run("* basic 1 group by word from FILE").out()).contains("\n12ff, 2, ", "\nc3a9, 1, ");
    }

    private static List<String> keys(TestRun run) {
        assertThat(run.code()).as(run.err()).isZero();
        List<String> keys = new ArrayList<>();
        JsonNode statistics = JsonMapper.shared().readTree(run.out()).get("statistics");
        statistics
                .get(0)
                .get("groups")
                .forEach(group -> keys.add(group.get("key").toString()));
        return keys;
    }

    @Test
    void json() {
        TestRun run = run("Rows basic id group by group quantile id from FILE --json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode statistics = JsonMapper.shared().readTree(run.out()).get("statistics");
        JsonNode groups = statistics.get(0).get("groups");
        assertThat(groups.size()).isEqualTo(3);
        assertThat(groups.get(0).get("key").isNull()).isTrue();
        assertThat(groups.get(2).get("key").asInt()).isEqualTo(1);
        assertThat(groups.get(2).get("mean").asDouble()).isEqualTo(4);
        assertThat(groups.get(2).get("quantiles")).isNull();
        JsonNode whole = statistics.get(1).get("groups").get(0);
        assertThat(whole.get("key").isNull()).isTrue();
        assertThat(whole.get("quantiles").get(7).get("value").asDouble()).isEqualTo(4);
    }

    @Test
    void cube() {
        TestRun run = run("Rows basic id group by group,word basic id from FILE --cube");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("""
                # Begin DSStatGroupByModule
                # processed 9 rows, where clause eliminated 0 rows
                # group, word, count(*), mean(id), stddev, min, max
                # grouping set (group, word)
                *unknown-type*, word, 3, 5, 2.44949, 2, 8
                0, word, 3, 3, 2.44949, 0, 6
                1, word, 3, 4, 2.44949, 1, 7
                # grouping set (group)
                *unknown-type*, *any*, 3, 5, 2.44949, 2, 8
                0, *any*, 3, 3, 2.44949, 0, 6
                1, *any*, 3, 4, 2.44949, 1, 7
                # grouping set (word)
                *any*, word, 9, 4, 2.58199, 0, 8
                # grouping set ()
                *any*, *any*, 9, 4, 2.58199, 0, 8
                # End DSStatGroupByModule

                # Begin DSStatGroupByModule
                # processed 9 rows, where clause eliminated 0 rows
                # count(*), mean(id), stddev, min, max
                9, 4, 2.58199, 0, 8
                # End DSStatGroupByModule
                """);
        run = run("Rows basic id group by group,word from FILE --cube --json");
        JsonNode groups =
                JsonMapper.shared().readTree(run.out()).get("statistics").get(0).get("groups");
        assertThat(groups.get(0).get("keys").toString()).isEqualTo("{\"group\":null,\"word\":\"word\"}");
        assertThat(groups.get(6).get("keys").toString()).isEqualTo("{\"word\":\"word\"}");
        assertThat(groups.get(7).get("keys").toString()).isEqualTo("{}");
    }

    @Test
    void severalFieldsMakeGroups() {
        TestRun run = run("Rows basic id group by word,group from FILE");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("""
                # word, group, count(*), mean(id), stddev, min, max
                word, *unknown-type*, 3, 5, 2.44949, 2, 8
                word, 0, 3, 3, 2.44949, 0, 6
                word, 1, 3, 4, 2.44949, 1, 7
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "Rows mean id from FILE, 2, is expected",
        "Rows basic id by group from FILE, 2, or from is expected",
        "Rows basic id group on group from FILE, 2, by is expected after group",
        "Rows basic id, 2, from and files is expected",
        "Rows basic id from, 2, name a file after from",
        "Rows basic, 2, an expression after basic is expected",
        "Rows basic id+ from FILE, 2, character 4",
        "Rows basic nosuch from FILE, 2, has no field 'nosuch'",
        "Rows basic id where id from FILE, 0, ''",
        "Rows basic id where id+1 from FILE, 2, a condition is expected",
        "Rows basic id group by nosuch from FILE, 2, has no field 'nosuch'",
        "'Rows basic id group by group,group from FILE', 2, is grouped by twice",
        "Rows basic id group by group from FILE --max-groups 2, 1, more than 2 groups by group: raise the limit",
        "Rows basic id group by group from FILE --max-groups 0, 2, the limit on groups must be at least 1",
        "Rows basic id from FILE --cube, 2, --cube needs fields after group by",
        "Rows basic word*2 from FILE, 1, which is not a number",
        "Nosuch basic id from FILE, 1, Nosuch",
        "Rows basic id from none.ds, 1, no such file"
    })
    void faults(String line, int code, String problem) {
        TestRun run = run(line);
        assertThat(run.err()).contains(problem).doesNotContain("Exception", "\tat ");
        assertThat(run.code()).isEqualTo(code);
    }

    /** The lines after the statistics are compared too, except for the time that the original waited. */
    @ParameterizedTest
    @ValueSource(strings = {"t11", "t12", "t13", "t14", "t15", "t16"})
    void printsWhatTheOriginalPrints(String name) throws IOException {
        Path golden = golden();
        String command = Files.readAllLines(golden.resolve("tools/COMMANDS.tsv")).stream()
                .filter(line -> line.startsWith(name + ".out\t"))
                .map(line -> line.split("\t")[1])
                .findFirst()
                .orElseThrow();
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(command);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2));
        }
        String file = words.get(words.size() - 1);
        words.set(words.size() - 1, golden.resolve(file).toString());
        TestRun run = TestRun.of(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(withoutWaiting(run.out()))
                .isEqualTo(withoutWaiting(Files.readString(golden.resolve("tools/" + name + ".out"))));
    }

    private static String withoutWaiting(String text) {
        return text.replaceAll("(?m)^(# wait fraction : ).*$", "$1");
    }

    private static Path golden() {
        return SharedData.path("dataseries");
    }
}

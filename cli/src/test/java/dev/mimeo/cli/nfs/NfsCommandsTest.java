package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import dev.mimeo.formats.anonymize.Anonymizers;
import dev.mimeo.formats.anonymize.NameKeys;
import dev.mimeo.nfs.analyze.AnalysisRequest;
import dev.mimeo.nfs.analyze.ResultWriter;
import dev.mimeo.nfs.analyze.TraceScan;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class NfsCommandsTest {

    private static final String TRACE = "nfs/old-traces/nfs.set6.20k.ds";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "decrypt", "plot", "report", "subset"})
    void everySubcommandHasHelpWithExamples(String command) {
        TestRun run = TestRun.of("nfs", command, "--help");
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Usage: mimeo nfs " + command, "Examples:", "--debug");
        assertThat(run.out().lines()).as("fits a terminal").isNotEmpty().allMatch(line -> line.length() <= 80);
    }

    @Test
    void namesTheAnalysisThatTheHeapIsTooSmallForAndOneInBoundedMemory() {
        ResultWriter writer = new ResultWriter(ResultWriter.Format.CSV, Writer.nullWriter());
        assertThat(NfsAnalyzeCommand.outOfMemory(memory("fhops", writer)))
                .contains("fhops: out of memory", "-Xmx", "fhops:top=");
        assertThat(NfsAnalyzeCommand.outOfMemory(memory("latency", writer)))
                .contains("latency: out of memory", "-Xmx")
                .doesNotContain("bounded");
    }

    private static List<TraceScan.Memory> memory(String request, ResultWriter writer) {
        return TraceScan.of(List.of(), List.of(AnalysisRequest.parse(request)), writer, TraceScan.Options.all(1))
                .memory();
    }

    @Test
    void listsAnalyses() {
        assertThat(TestRun.of("nfs", "analyze", "--list").out()).contains("hostinfo ", "sequentiality ", "ipcube ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nfs                                           | no command given
            nfs analyze x.ds                              | name an analysis with -a
            nfs analyze -a latency                        | name a file
            nfs analyze -a latency x.ds --from noon       | 'noon' is not a time
            nfs analyze -a latency x.ds --from 5 --to 5    | the time range is empty: --to must be after --from
            nfs analyze -a latency x.ds --json --format csv | exclude each other
            nfs subset in.ds out.ds                       | --records or --time
            nfs plot q x.csv                              | Missing required option
            nfs plot q x.csv -o x.gif                     | give a format
            nfs plot q x.csv -o x.svg --size 5            | --size takes
            nfs plot q x.csv -o - --format svg --json     | both want standard output
            nfs report x.ds                               | Missing required option
            nfs report a=,x.ds -o out                     | empty name of a file
            nfs subset --records 5 in.ds out.ds           | takes A..B
            nfs decrypt --json                            | both want standard output
            """)
    void badUsage(String line, String problem) {
        TestRun run = TestRun.of(line.split(" "));
        assertThat(run.err()).contains(problem).doesNotContain("Exception", "\tat ");
        assertThat(run.code()).isEqualTo(2);
        if (line.contains("--json")) {
            assertThat(Json.parse(run.out()).at("/error/exitCode").asInt()).isEqualTo(2);
        } else {
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void analysesGoToAFile() throws IOException {
        String trace = SharedData.path(TRACE).toString();
        Path out = folder.resolve("out.csv");
        TestRun run = TestRun.of(
                "nfs",
                "analyze",
                "-a",
                "filesize",
                "-a",
                "latency",
                trace,
                "--format",
                "csv",
                "-o",
                out.toString(),
                "--report-memory");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("filesize", "latency", "MiB");
        assertThat(Files.readAllLines(out)).contains("# nfs_file_size", "# server_latency_basic");
        assertThat(TestRun.of("nfs", "analyze", "-a", "latency", trace, "--json")
                        .out())
                .startsWith("[\n{\"table\":\"server_latency_basic\"")
                .endsWith("\n]\n");
    }

    @Test
    void subsetsHaveWhatBelongsTogether() throws IOException {
        String trace = SharedData.path(TRACE).toString();
        Path all = folder.resolve("all.ds");
        Path part = folder.resolve("part.ds");
        assertThat(TestRun.of("nfs", "subset", "--time", "0..4000000000", trace, all.toString())
                        .code())
                .isZero();
        assertThat(latencies(all)).isEqualTo(latencies(Path.of(trace)));
        TestRun run = TestRun.of("nfs", "subset", "--time", "1063931190..1063931191", trace, part.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(TestRun.of("nfs", "analyze", "-a", "hostinfo", part.toString(), "--format", "csv")
                        .out())
                .contains("1,,1063931190,send,,,6571,")
                .doesNotContain(",1063931189,", ",1063931191,");
    }

    @Test
    void reportsAreFolders() throws IOException {
        String trace = SharedData.path(TRACE).toString();
        Path copy = Files.copy(Path.of(trace), folder.resolve("copy.ds"));
        String out = folder.resolve("report").toString();
        TestRun run = TestRun.of("nfs", "report", trace, "two=" + trace + "," + copy, "-o", out, "--json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"report.html\"", "\"operations.csv\"");
        // The names of the second set, of which each message is there twice.
        assertThat(Files.readAllLines(folder.resolve("report/data_sets.csv")))
                .anyMatch(line -> line.startsWith("nfs.set6.20k,1,20000,57,11,0,"))
                .anyMatch(line -> line.startsWith("two,2,40000,57,11,0,"));
        assertThat(TestRun.of("nfs", "report", trace, "-o", out).err()).contains("exists");
        assertThat(TestRun.of("nfs", "report", trace, "-o", out, "--force", "--quiet")
                        .code())
                .isZero();
        Files.writeString(folder.resolve("report/mine.csv"), "x");
        assertThat(TestRun.of("nfs", "report", trace, "-o", out, "--force").err())
                .contains("mine.csv", "not replaced");
        assertThat(TestRun.of("nfs", "report", trace, trace, "-o", out + "2").code())
                .isEqualTo(2);
    }

    @Test
    void resultsArePlotted() throws IOException {
        String results = folder.resolve("old.json").toString();
        assertThat(TestRun.of(
                                "nfs",
                                "analyze",
                                "-a",
                                "latency:distribution",
                                SharedData.path(TRACE).toString(),
                                "--format",
                                "json",
                                "-o",
                                results)
                        .code())
                .isZero();
        String query = "select quantile as x, latency as y, operation as series from server_latency_quantile"
                + " where server = any and operation <> any";
        String out = folder.resolve("out.svg").toString();
        TestRun run = TestRun.of("nfs", "plot", query, results, "-o", out, "--log", "y", "--title", "Latency");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(folder.resolve("out.svg")))
                .startsWith("<?xml")
                .contains(">Latency<", ">read<", ">getattr<");
        TestRun script = TestRun.of(
                "nfs",
                "plot",
                query,
                results,
                "--and",
                "select 1 as x, 2 as y",
                "-o",
                "-",
                "--format",
                "gnuplot",
                "--quiet");
        assertThat(script.out()).contains("title 'read'", "title 'query 2'");
        assertThat(TestRun.of("nfs", "plot", "drop table t", results, "-o", out, "--force")
                        .err())
                .contains("a query starts with");
        assertThat(TestRun.of("nfs", "plot", "select 1, 2", results, "-o", out, "--force", "--size", "9x9")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void textAcrossIsPlottedAsBars() throws IOException {
        String results = folder.resolve("calls.csv").toString();
        Files.writeString(Path.of(results), "operation,calls\nread,5\nwrite,2\naccess,9\n");
        Path out = folder.resolve("calls.svg");
        String query = "select operation as x, calls as y from calls order by calls desc";
        TestRun run = TestRun.of("nfs", "plot", query, results, "-o", out.toString(), "--y-title", "calls made");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEqualTo("3 bars\n");
        assertThat(Files.readString(out))
                .contains("height=\"200\"")
                .containsSubsequence(">calls made<", ">access<", ">9<", ">read<", ">5<", ">write<", ">2<");
        TestRun described = TestRun.of("nfs", "plot", query, results, "-o", out.toString(), "--json", "--force");
        assertThat(described.out()).contains("\"series\" : 1", "\"bars\" : 3");
        TestRun log = TestRun.of("nfs", "plot", query, results, "-o", out.toString(), "--log", "y", "--force");
        assertThat(log.code()).isEqualTo(2);
        assertThat(log.err()).contains("neither --time nor --log");
    }

    @Test
    void plotsTellWhichRowsTheyLeaveOut() throws IOException {
        String results = folder.resolve("calls.csv").toString();
        Files.writeString(Path.of(results), "operation,calls\nread,5\n");
        String out = folder.resolve("out.svg").toString();
        String query = "select i as x, case when i = 1 then 'nan'::double when i = 2 then null else i end as y"
                + " from range(5) t(i)";
        assertThat(TestRun.of("nfs", "plot", query, results, "-o", out).err())
                .isEqualTo("1 line, 3 points\nleft out: 2 rows with NULL, NaN or infinity for x or y\n");
        assertThat(TestRun.of("nfs", "plot", query, results, "-o", out, "--force", "--json")
                        .out())
                .contains("\"incompleteRows\" : 2");
        assertThat(TestRun.of("nfs", "plot", "select 'a' as x, 'inf'::double as y", results, "-o", out, "--force")
                        .err())
                .startsWith("0 bars\nleft out: 1 row with ");
    }

    @Test
    void timesOfAnotherUnitAreRefused() throws IOException {
        String results = folder.resolve("calls.csv").toString();
        Files.writeString(Path.of(results), "operation,calls\nread,5\n");
        String out = folder.resolve("out.svg").toString();
        TestRun run = TestRun.of("nfs", "plot", "select 1700000000e9 as x, 1 as y", results, "-o", out, "--time");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--time takes seconds since 1970, and x is 1.7e+18: divide it in the query");
        assertThat(TestRun.of("nfs", "plot", "select 1700000000 as x, 1 as y", results, "-o", out, "--time")
                        .code())
                .isZero();
    }

    private static List<String> latencies(Path file) {
        return TestRun.of("nfs", "analyze", "-a", "latency", "-a", "fhops", file.toString(), "--format", "csv")
                .out()
                .lines()
                .toList();
    }

    @Test
    void namesComeBack() throws IOException {
        Path keys = folder.resolve("keys");
        Files.writeString(
                keys, "NAME_KEY_1=6162636465666768696a6b6c6d6e6f70\nNAME_KEY_2=30313233343536373839717273747576\n");
        byte[] text = "lookup ed76debf248fbfc322ae42328a555125 ;\n".getBytes(StandardCharsets.US_ASCII);
        TestRun run = TestRun.withInput(text, "nfs", "decrypt", "--keys", keys.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("lookup eric ;\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void keysOfAnotherTraceAreNoticed() throws IOException {
        Path keys = folder.resolve("keys");
        Files.writeString(
                keys, "NAME_KEY_1=7162636465666768696a6b6c6d6e6f70\nNAME_KEY_2=30313233343536373839717273747576\n");
        String text = "lookup ed76debf248fbfc322ae42328a555125 ;\n";
        TestRun run = TestRun.withInput(
                text.getBytes(StandardCharsets.US_ASCII), "nfs", "decrypt", "--keys", keys.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo(text);
        assertThat(run.err())
                .isEqualTo("mimeo: warning: 1 run of hexadecimal digits, and none decrypts with these keys: check that "
                        + "the trace was converted with them, and with --anonymize encrypt or classic\n");
        TestRun other = TestRun.withInput(
                "12 a".getBytes(StandardCharsets.US_ASCII), "nfs", "decrypt", "--keys", keys.toString());
        assertThat(other.out() + other.err()).isEqualTo("12 a");
    }

    @Test
    void namesThatAreNotTextComeBackEscaped() throws IOException {
        byte[] key = "abcdefghijklmnop".getBytes(StandardCharsets.US_ASCII);
        Path keys = folder.resolve("keys");
        String digits = HexFormat.of().formatHex(key);
        Files.writeString(keys, "NAME_KEY_1=" + digits + "\nNAME_KEY_2=" + digits + "\n");
        byte[] token =
                Anonymizers.siv(NameKeys.of(key, key)).anonymize("caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        byte[] text = HexFormat.of().formatHex(token).getBytes(StandardCharsets.US_ASCII);
        TestRun run = TestRun.withInput(text, "nfs", "decrypt", "--keys", keys.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("caf%e9");
        assertThat(run.err()).isEqualTo("mimeo: warning: bytes that are not printable are written as %XX in 1 name\n");
    }

    @Test
    void filesWithoutTracesAreNamedAsSuch() {
        Path other = folder.resolve("prose.ds");
        assertThat(TestRun.of("characterizations", "prose", "-o", other.toString())
                        .code())
                .isZero();
        TestRun run = TestRun.of("nfs", "analyze", "-a", "hostinfo:60", other.toString());
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("mimeo: " + other + ": holds no table of an NFS or IP trace: make one of a"
                        + " capture with mimeo nfs convert\n");
        assertThat(run.out()).isEmpty();
        TestRun report = TestRun.of(
                "nfs",
                "report",
                other.toString(),
                "-o",
                folder.resolve("report").toString());
        assertThat(report.code()).as(report.err()).isEqualTo(1);
        assertThat(report.err()).contains(other + ": holds no table of an NFS or IP trace");
        assertThat(folder.resolve("report")).doesNotExist();
    }
}

package dev.mimeo.cli.nfs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.Browser;
import dev.mimeo.testing.MarkdownPage;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code mimeo nfs summary} of the example. */
@Tag("thorough")
final class NfsSummaryTest {

    private static final Path CAPTURE = MarkdownPage.ROOT.resolve("examples/nfs/office.pcap");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static TestRun run(String... options) {
        String[] words = {"nfs", "summary", CAPTURE.toString()};
        String[] all = Arrays.copyOf(words, words.length + options.length);
        System.arraycopy(options, 0, all, words.length, options.length);
        return TestRun.of(all);
    }

    /** The names of operations of version 4.1 and handles are longer than those of the example. */
    @ParameterizedTest
    @ValueSource(strings = {"wswiki-nfsv4.1_pnfs.cap", "nfstrace-tcp-nfsv41.pcap.bz2"})
    void longNamesFitAHundredColumns(String capture) {
        String file = SharedData.path("nfs/captures/" + capture).toString();
        TestRun run = TestRun.of("nfs", "summary", file);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains(" v4 reclaim_complete\n");
        assertThat(run.out().lines()).isNotEmpty().allMatch(line -> line.length() <= 100);
    }

    @Test
    void textFitsAHundredColumns() {
        TestRun run = run();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("Period    2023-11-14 22:13:20.000 to 2023-11-14 22:13:31.245 UTC, 11.246 s")
                .contains("Calls     132, 0 with an error, 0 without a reply, 0 sent again")
                .contains("  v3 getattr\n", "  10.0.0.1\n", "  FH:66696c653939\n", "  FH:66696c6530/report-3.txt\n");
        assertThat(run.out().lines()).isNotEmpty().allMatch(line -> line.length() <= 100);
    }

    @Test
    void allFormsHaveTheSameNumbers() throws IOException {
        Path csv = folder.resolve("s.csv");
        Path html = folder.resolve("s.html");
        TestRun run = run("--json", "--csv", csv.toString(), "--html", html.toString());
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = new ObjectMapper().readTree(run.out());
        JsonNode read = document.get("operations").get(1);
        assertThat(read.get("name").asString()).isEqualTo("v3 read");
        assertThat(read.get("calls").asLong()).isEqualTo(48);
        assertThat(read.get("readBytes").asLong()).isEqualTo(48 * 1024);
        assertThat(document.get("complete").asBoolean()).isTrue();
        assertThat(document.get("files").get("distinct").asLong()).isEqualTo(13);
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0)).startsWith("kind,name,status,calls,errors");
        assertThat(lines)
                .isNotEmpty()
                .allMatch(line -> line.chars().filter(c -> c == ',').count() == 13);
        assertThat(lines)
                .anyMatch(line -> line.startsWith("operation,v3 read,,48,0,0,0,48,") && line.endsWith(",49152,0"));
        assertThat(Files.readString(html)).contains("NFS traffic of office.pcap", "v3 getattr", "</html>");
    }

    @Test
    void resultsGoToStandardOutputOneAtATime() {
        assertThat(run("--csv", "-").out()).startsWith("kind,name,").doesNotContain("Period");
        assertThat(run("--html", "-").out()).contains("</html>").doesNotContain("Period    ");
        for (String[] both : new String[][] {{"--json", "--csv", "-"}, {"--csv", "-", "--html", "-"}}) {
            TestRun run = run(both);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("standard output takes one of --json, --csv - and --html -");
        }
        assertThat(run("--top", "0").code()).isEqualTo(2);
    }

    @Test
    void aDamagedCaptureIsSummarizedAsFarAsItGoes() throws IOException {
        byte[] bytes = Files.readAllBytes(CAPTURE);
        Path cut = folder.resolve("cut.pcap");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
        TestRun run = TestRun.of("nfs", "summary", cut.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("cut.pcap: ").contains("; the packets before that are summarized");
        assertThat(run.out()).contains("Losses    captures cut off or damaged: 1");
        assertThat(TestRun.of("nfs", "summary", cut.toString(), "--strict").code())
                .isEqualTo(1);
    }

    @Test
    void tracesAreSummarizedAsTheirCapturesAre() throws IOException {
        Path trace = folder.resolve("trace.ds");
        TestRun converted =
                TestRun.of("nfs", "convert", CAPTURE.toString(), "-o", trace.toString(), "--anonymize", "none");
        assertThat(converted.code()).as(converted.err()).isZero();
        TestRun run = TestRun.of("nfs", "summary", trace.toString());
        assertThat(run.code()).as(run.err()).isZero();
        String[] expected = run().out().split("\n", 2);
        String[] found = run.out().split("\n", 2);
        assertThat(found[0]).isEqualTo(trace.toString());
        assertThat(found[1]).isEqualTo(expected[1]);
        TestRun both = TestRun.of("nfs", "summary", trace.toString(), CAPTURE.toString());
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("captures and traces cannot be summarized together");
    }

    /** The keys encrypt the names of a summary as they do those of a trace. */
    @Test
    void namesAreEncryptedAsInTraces() throws IOException {
        Path keys = Files.writeString(folder.resolve("keys"), """
                NAME_KEY_1=00112233445566778899aabbccddeeff
                NAME_KEY_2=0123456789abcdeffedcba98765432100f1e2d3c4b5a6978
                """);
        Path trace = folder.resolve("trace.ds");
        String[] options = {
            "--anonymize",
            "encrypt",
            "--keys",
            keys.toString(),
            "--anon-addresses",
            "prefix",
            "--anon-handles",
            "--anon-ids"
        };
        String[] convert = {"nfs", "convert", CAPTURE.toString(), "-o", trace.toString()};
        TestRun converted = TestRun.of(
                Stream.concat(Arrays.stream(convert), Arrays.stream(options)).toArray(String[]::new));
        assertThat(converted.code()).as(converted.err()).isZero();
        TestRun encrypted = run(options);
        assertThat(encrypted.code()).as(encrypted.err()).isZero();
        assertThat(encrypted.out()).doesNotContain("report-3.txt", "10.0.0.1");
        String[] expected = TestRun.of("nfs", "summary", trace.toString()).out().split("\n", 2);
        assertThat(encrypted.out().split("\n", 2)[1]).isEqualTo(expected[1]);
        TestRun twice = TestRun.of("nfs", "summary", trace.toString(), "--anonymize", "encrypt");
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("a trace is anonymized when it is converted");
        assertThat(run("--anonymize", "encrypt").code()).isEqualTo(2);
    }

    @Test
    void groupsAreOneTable() throws IOException {
        TestRun run = run("--by", "client,operation", "--quantiles", "50,99.9");
        assertThat(run.code()).as(run.err()).isZero();
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).contains("p50 ms", "p99.9 ms").endsWith("  client          operation");
        assertThat(lines.get(1)).startsWith("        60      0").endsWith("  10.0.0.1        v3 getattr");
        List<String> csv = run("--by", "operation", "--csv", "-").out().lines().toList();
        assertThat(csv.get(0))
                .isEqualTo("operation,seconds,calls,errors,retransmissions,unanswered,read_bytes,written_bytes,replies,"
                        + "latency_sum_ms,p50_ms,p90_ms,p99_ms,max_ms");
        assertThat(csv).hasSize(5);
        assertThat(csv.get(2)).startsWith("v3 read,11.2").contains(",48,0,0,0,49152,0,48,");
        for (String[] wrong : new String[][] {
            {"--by", "operation,operation"},
            {"--by", "operation", "--slower-than", "1ms"},
            {"--quantiles", "101"},
            {"--interval", "10"}
        }) {
            assertThat(run(wrong).code()).isEqualTo(2);
        }
    }

    @Test
    void intervalsAreASeries() throws IOException {
        Path html = folder.resolve("load.html");
        Path csv = folder.resolve("load.csv");
        TestRun run =
                run("--interval", "5s", "--by", "client", "--html", html.toString(), "--csv", csv.toString(), "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode intervals = new ObjectMapper().readTree(run.out()).get("intervals");
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0)).startsWith("time,client,seconds,calls,errors,retransmissions,read_bytes");
        assertThat(lines.get(1)).startsWith("2023-11-14T22:13:20Z,10.0.0.1,5,");
        assertThat(intervals.size()).isEqualTo(lines.size() - 1).isEqualTo(3);
        long calls = 0;
        for (JsonNode interval : intervals) {
            assertThat(interval.get("seconds").asLong()).isEqualTo(5);
            // Calls without a reply are known at the end only.
            assertThat(interval.get("groups").get(0).get("unanswered").isNull()).isTrue();
            calls += interval.get("groups").get(0).get("calls").asLong();
        }
        assertThat(calls).isEqualTo(132);
        assertThat(Files.readString(html)).contains("Calls per second.", "Latency, p99.", "22:13:20", "</html>");
        TestRun text = run("--interval", "500ms");
        assertThat(text.out().lines()).isNotEmpty().allMatch(line -> line.length() <= 100);
        assertThat(text.out()).contains("2023-11-14 22:13:21.000").contains("calls/s");
    }

    @Test
    void slowCallsAreListed() throws IOException {
        List<String> lines = run("--slower-than", "950us").out().lines().toList();
        assertThat(lines.get(0)).startsWith("time (UTC)").endsWith("    bytes");
        assertThat(lines.get(1)).isEqualTo("    file");
        assertThat(lines.get(2)).hasSize(lines.get(0).length());
        assertThat(lines.get(3)).startsWith("    FH:66696c6530/report-");
        List<String> csv =
                run("--slower-than", "950us", "--csv", "-").out().lines().toList();
        assertThat(csv).hasSize(lines.size() / 2).hasSizeGreaterThan(2);
        assertThat(csv.get(0)).isEqualTo("time,latency_ms,operation,client,server,user,status,offset,bytes,file");
        JsonNode document = new ObjectMapper()
                .readTree(run("--slower-than", "950us", "--json").out());
        assertThat(document.get("slowCalls").asLong()).isEqualTo(csv.size() - 1);
        assertThat(document.get("calls").get(0).get("latencyMillis").asDouble()).isGreaterThanOrEqualTo(0.95);
        assertThat(run("--slower-than", "1h").out().lines()).hasSize(2);
    }

    /** Of a name in another encoding than UTF-8, the bytes are shown. */
    @ParameterizedTest
    @CsvSource({"r\u00e9por-, UTF-8, r\u00e9por-", "r\u00e9port-, ISO-8859-1, 72e9706f72742d"})
    void namesOfFilesAreShownAsTheyAre(String name, Charset encoding, String shown) throws IOException {
        String capture = Files.readString(CAPTURE, ISO_8859_1);
        String named = capture.replace("report-", new String(name.getBytes(encoding), ISO_8859_1));
        String file = Files.writeString(folder.resolve("named.pcap"), named, ISO_8859_1)
                .toString();
        for (String[] form : new String[][] {{}, {"--json"}, {"--csv", "-"}, {"--html", "-"}}) {
            List<String> arguments = new ArrayList<>(List.of("nfs", "summary", file, "--slower-than", "950us"));
            arguments.addAll(List.of(form));
            assertThat(TestRun.of(arguments.toArray(String[]::new)).out())
                    .as(String.join(" ", form))
                    .contains("/" + shown);
        }
    }

    /** Pages are read by people, as the text is: the same columns, with their units. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--by client,operation",
                "--by user,server --quantiles 50,99.9",
                "--interval 5s --by client",
                "--slower-than 950us"
            })
    void pagesHaveTheColumnsOfTheText(String options) {
        String[] arguments = options.split(" ");
        String page = run(Stream.concat(Stream.of(arguments), Stream.of("--html", "-"))
                        .toArray(String[]::new))
                .out();
        List<String> heads = cells(page, "th");
        assertThat(heads).hasSizeGreaterThan(4).noneMatch(head -> head.contains("_"));
        List<String> lines = run(arguments).out().lines().toList();
        assertThat(lines.get(0))
                .contains(heads.stream()
                        .filter(head -> head.matches(".*(ms|/s|calls|errors|bytes|read|written)"))
                        .toList());
        String numbers = lines.stream()
                .filter(line -> line.matches(".*[0-9]\\.[0-9]{3} .*"))
                .findFirst()
                .orElseThrow();
        assertThat(cells(page, "td"))
                .containsAll(Stream.of(numbers.strip().split("  +"))
                        .filter(value -> value.matches("[0-9.,]+"))
                        .toList());
    }

    private static List<String> cells(String page, String element) {
        return Pattern.compile("<" + element + "[^>]*>([^<]*)</" + element + ">")
                .matcher(page)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    /** Addresses of IPv6, handles and paths are long. */
    @ParameterizedTest
    @ValueSource(strings = {"--top 10", "--by client,operation,server,user", "--slower-than 1us"})
    void aWidePageShowsItsTablesWhole(String options) throws Exception {
        Optional<Path> browser = Browser.find();
        assumeTrue(browser.isPresent(), "no chromium on the path");
        for (String name : List.of("nfstrace-ipv6-tcp-nfsv3.pcap.bz2", "wswiki-nfsv4.1_pnfs.cap")) {
            List<String> arguments = new ArrayList<>(List.of("nfs", "summary", "--html", "-"));
            arguments.add(SharedData.path("nfs/captures/" + name).toString());
            arguments.addAll(List.of(options.split(" ")));
            String page = TestRun.of(arguments.toArray(String[]::new)).out();
            assertThat(Browser.check(browser.get(), folder, page, 1280).faults())
                    .as(name)
                    .isEmpty();
        }
    }

    /** Addresses of IPv6, long names of operations, handles and paths; CSV keeps them whole. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--by client,operation",
                "--by user,server,operation,client",
                "--by client",
                "--by operation,client --interval 1s",
                "--by operation,client,server,user --interval 500ms",
                "--by client,user --quantiles 50,90,99,99.9,99.99",
                "--slower-than 1us"
            })
    void linesHave100ColumnsAtMost(String options) throws IOException {
        for (String name : List.of(
                "nfstrace-ipv6-tcp-nfsv3.pcap.bz2", "nfstrace-lo-nfsv3-nfsacl.pcap.bz2", "wswiki-nfsv4.1_pnfs.cap")) {
            Path csv = folder.resolve(name + ".csv");
            List<String> arguments = new ArrayList<>(List.of("nfs", "summary", "--csv", csv.toString()));
            arguments.add(SharedData.path("nfs/captures/" + name).toString());
            arguments.addAll(List.of(options.split(" ")));
            TestRun run = TestRun.of(arguments.toArray(String[]::new));
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out().lines())
                    .hasSizeGreaterThan(1)
                    .allMatch(line -> !line.isBlank() && line.length() <= 100);
            assertThat(Files.readString(csv)).doesNotContain("...");
        }
    }

    @Test
    void keysWithoutRoomBesideTheNumbersAreBelowThem() {
        List<String> lines =
                run("--by", "client,operation,server").out().lines().toList();
        assertThat(lines).hasSize(10);
        assertThat(lines.get(0)).endsWith("   written");
        assertThat(lines.get(1)).isEqualTo("    client          operation           server");
        assertThat(lines.get(2)).startsWith("        60      0").hasSameSizeAs(lines.get(0));
        assertThat(lines.get(3)).isEqualTo("    10.0.0.1        v3 getattr          10.0.0.2");
    }

    @Test
    void longValuesLoseTheirMiddle() {
        assertThat(TrafficText.fitted("v4 bind_conn_to_session", 19)).isEqualTo("v4 bind_..._session");
        assertThat(TrafficText.fitted("2001:db8:85a3::8a2e:370:7334", 22)).isEqualTo("2001:db8:8...:370:7334");
        assertThat(TrafficText.cell("v3 read", 9)).isEqualTo("v3 read  ");
        // Each takes two columns.
        String faces = "\ud83d\ude00".repeat(9);
        assertThat(TrafficText.fitted(faces, 18)).isEqualTo(faces);
        assertThat(TrafficText.fitted(faces, 11)).isEqualTo(faces.substring(0, 4) + "..." + faces.substring(0, 4));
        assertThat(TrafficText.shortened(faces, 11)).isEqualTo("..." + faces.substring(0, 8));
        assertThat(TrafficText.cell(faces, 19)).isEqualTo(faces + " ");
    }

    /** Returns a capture of which no more than the first bytes of each packet are left. */
    private static byte[] cut(byte[] capture, int most) {
        ByteOrder order = capture[0] == (byte) 0xa1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer from = ByteBuffer.wrap(capture).order(order);
        ByteBuffer to = ByteBuffer.allocate(capture.length).order(order);
        to.put(capture, 0, 24);
        for (int at = 24; at < capture.length; ) {
            int length = from.getInt(at + 8);
            int left = Math.min(length, most);
            to.putLong(from.getLong(at)).putInt(left).putInt(from.getInt(at + 12));
            to.put(capture, at + 16, left);
            at += 16 + length;
        }
        return Arrays.copyOf(to.array(), to.position());
    }

    /** Over UDP nothing but the messages themselves tells that something is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"examples/nfs/office.pcap", "wswiki-nfsv2.pcap", "zeek-nfs_base.pcap"})
    void messagesThatAreCutShortAreLosses(String name) throws IOException {
        Path whole = name.contains("/") ? CAPTURE : SharedData.path("nfs/captures/" + name);
        Path file = Files.write(folder.resolve("cut.pcap"), cut(Files.readAllBytes(whole), 120));
        TestRun run = TestRun.of("nfs", "summary", file.toString());
        assertThat(run.out()).containsPattern("Losses .*messages not captured as a whole: \\d+");
        assertThat(TestRun.of("nfs", "summary", file.toString(), "--strict").code())
                .isEqualTo(1);
        assertThat(TestRun.of("nfs", "summary", whole.toString()).out()).contains("Losses    none known\n");
    }

    @Test
    void repliesWithoutCallsAreNamed() throws IOException {
        byte[] capture = Files.readAllBytes(CAPTURE);
        int first = 40 + ByteBuffer.wrap(capture).order(ByteOrder.LITTLE_ENDIAN).getInt(32);
        int second = first
                + 16
                + ByteBuffer.wrap(capture).order(ByteOrder.LITTLE_ENDIAN).getInt(first + 8);
        byte[] reply = Arrays.copyOf(capture, 24 + second - first);
        System.arraycopy(capture, first, reply, 24, second - first);
        Path file = Files.write(folder.resolve("reply.pcap"), reply);
        assertThat(TestRun.of("nfs", "summary", file.toString()).out())
                .contains("Messages  of RPC only replies, whose calls were not captured\n")
                .contains("1 to calls that were not captured\n");
    }

    @Test
    void aLockManagerOfTheKernelIsNamed() {
        Path file = SharedData.path("nfs/captures/wswiki-klm.pcap");
        assertThat(TestRun.of("nfs", "summary", file.toString()).out())
                .contains(" klm v1 test\n", " klm v1 lock\n", " klm v1 cancel\n", " klm v1 unlock\n");
    }

    @Test
    void columnsWithoutValuesAreLeftOut() {
        assertThat(tables("zeek-nfs_base.pcap"))
                .contains("max ms  time  operation")
                .doesNotContain(" read ", " written ");
        assertThat(tables("tcpdump-nfs-cannot-pad-32-bit.pcap"))
                .contains("calls errors no reply  operation")
                .doesNotContain(" ms ");
        assertThat(tables("wswiki-nfsv3.pcap")).contains(" read   written  operation");
    }

    private static String tables(String capture) {
        return TestRun.of(
                        "nfs",
                        "summary",
                        SharedData.path("nfs/captures/" + capture).toString())
                .out();
    }

    @Test
    void anEmptyCaptureHasNoTables() throws IOException {
        Path empty = folder.resolve("empty.pcap");
        Files.write(empty, Arrays.copyOf(Files.readAllBytes(CAPTURE), 24));
        TestRun run = TestRun.of("nfs", "summary", empty.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("Packets   0, 0 B on the wire", "Messages  no message of RPC")
                .doesNotContain("p50 ms");
        TestRun json = TestRun.of("nfs", "summary", empty.toString(), "--json");
        assertThat(new ObjectMapper().readTree(json.out()).get("firstPacketAt").isNull())
                .isTrue();
    }
}

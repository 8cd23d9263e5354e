package dev.mimeo.garage.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.garage.load.CounterImport;
import dev.mimeo.garage.load.CounterImportOptions;
import dev.mimeo.garage.load.CounterText;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Samples that a real Prometheus has, read from it. */
@Tag("thorough")
final class RealPrometheusTest {

    /** The samples end before this; in milliseconds since 1970. */
    private static final long END = 1_772_334_000_000L;

    private static final long START = 1_772_316_000_000L;

    private static final Pattern SAMPLE = Pattern.compile("(\\w+)\\{(.*)} (\\S+) (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern ADDRESS = Pattern.compile(".*msg=\"Listening on\".* address=\\S*:(\\d+).*");

    @TempDir
    private Path folder;

    @Test
    @Timeout(300)
    void samplesReadAreThoseThatItHas() throws Exception {
        assumeTrue(isOnPath("prometheus") && isOnPath("promtool"), "no Prometheus here");
        Path text = folder.resolve("samples.txt");
        try (InputStream in = new GZIPInputStream(Objects.requireNonNull(
                RealPrometheusTest.class.getResourceAsStream("samples.txt.gz"), "samples.txt.gz"))) {
            Files.copy(in, text);
        }
        Process blocks = start("promtool", "tsdb", "create-blocks-from", "openmetrics", "samples.txt", "data");
        String said = new String(blocks.getInputStream().readAllBytes(), UTF_8);
        assertThat(blocks.waitFor()).describedAs(said).isZero();
        Files.writeString(folder.resolve("none.yml"), "");

        Path lines = folder.resolve("samples.jsonl");
        // The limit is less than the samples of an hour.
        Process prometheus = start(
                "prometheus",
                "--config.file=none.yml",
                "--storage.tsdb.path=data",
                "--storage.tsdb.retention.time=100y",
                "--storage.remote.read-sample-limit=200",
                "--web.listen-address=127.0.0.1:0");
        RemoteRead.Report report;
        try (BufferedReader log = prometheus.inputReader(UTF_8);
                OutputStream out = Files.newOutputStream(lines)) {
            URI server = URI.create("http://127.0.0.1:" + port(log));
            report = new RemoteRead(server, "", START, END, Map.of()).write(out, done -> {});
        } finally {
            prometheus.destroyForcibly().waitFor();
        }

        Set<String> expected = samples(text);
        assertThat(expected).hasSizeGreaterThan(1000);
        assertThat(fetched(lines)).isEqualTo(expected);
        assertThat(report.samples()).isEqualTo(expected.size());
        assertThat(packed(CounterText.VICTORIAMETRICS, lines)).isEqualTo(packed(CounterText.OPENMETRICS, text));
    }

    @Test
    @Timeout(300)
    void oddRequestsGetTheStatusThatItGives() throws Exception {
        assumeTrue(isOnPath("prometheus"), "no Prometheus here");
        Path text = folder.resolve("samples.txt.gz");
        try (InputStream in = Objects.requireNonNull(
                RealPrometheusTest.class.getResourceAsStream("samples.txt.gz"), "samples.txt.gz")) {
            Files.copy(in, text);
        }
        CounterImport.run(
                Map.of("RawData", List.of(text)),
                folder.resolve("garage"),
                CounterImportOptions.defaults(folder.resolve("tmp")).withFormat(CounterText.OPENMETRICS),
                file -> {});
        Files.writeString(folder.resolve("none.yml"), "");
        List<String> requests = new ArrayList<>();
        for (String method : List.of("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH")) {
            for (String resource : List.of(
                    "api/v1/query?query=1",
                    "api/v1/query_range?query=1&start=0&end=1&step=1",
                    "api/v1/labels",
                    "api/v1/label/instance/values",
                    "api/v1/metadata",
                    "api/v1/query_exemplars?query=up&start=0&end=1",
                    "api/v1/rules",
                    "api/v1/alerts",
                    "api/v1/status/buildinfo",
                    "api/v1/nothing",
                    "-/healthy",
                    "-/ready")) {
                requests.add(method + " " + resource);
            }
        }
        for (String query : List.of(
                "1e400",
                "-1e400",
                "1e308",
                "1e-400",
                "0x10",
                "0x1p4",
                "00012",
                "09",
                ".5",
                "5.",
                "1e",
                "Inf",
                "0b11",
                "1e5",
                "up[292y]",
                "up[293y]",
                "up[100000y]",
                "up[106751d]",
                "up[106752d]",
                "up[9223372036s]",
                "up[9223372037s]",
                "up[0s]",
                "up[1m1h]",
                "up[1h1h]",
                "up[1h30m]",
                "up[1.5h]",
                "up[1y2w3d4h5m6s7ms]",
                "up offset 0s",
                "up offset 300y")) {
            requests.add("GET api/v1/query?time=1000&query=" + URLEncoder.encode(query, UTF_8));
        }
        for (String step :
                List.of("1e400", "300y", "1e18", "9223372036", "9223372037", "0", "-1", "1m1h", "NaN", "Inf")) {
            requests.add("GET api/v1/query_range?query=1&start=0&end=1&step=" + step);
        }
        for (String time : List.of("1e400", "Inf", "-5", "2026-03-01T00:00:00Z", "2026-03-01", "9223372036")) {
            requests.add("GET api/v1/query?query=1&time=" + time);
        }
        for (String timeout : List.of("x", "1s", "1.5", "")) {
            requests.add("GET api/v1/query?query=1&timeout=" + timeout);
            requests.add("GET api/v1/query_range?query=1&start=0&end=1&step=1&timeout=" + timeout);
        }
        for (String selector : List.of("up", "up offset 5m", "up[5m]", "-up", "{}", "{a=\"\"}", "1")) {
            requests.add("GET api/v1/series?match%5B%5D=" + URLEncoder.encode(selector, UTF_8));
        }
        requests.add("GET api/v1/label/1x/values");
        requests.add("OPTIONS api/v1/query");
        requests.add("OPTIONS api/v1/status/buildinfo");
        Process prometheus = start(
                "prometheus", "--config.file=none.yml", "--storage.tsdb.path=data", "--web.listen-address=127.0.0.1:0");
        try (BufferedReader log = prometheus.inputReader(UTF_8);
                PrometheusServer ours = PrometheusServer.start(folder.resolve("garage"), 0, 1, "1.0", line -> {})) {
            String theirs = "http://127.0.0.1:" + port(log);
            HttpClient client = HttpClient.newHttpClient();
            for (String request : requests) {
                assertThat(status(client, ours.uri().toString(), request))
                        .describedAs(request)
                        .isEqualTo(status(client, theirs, request));
            }
        } finally {
            prometheus.destroyForcibly().waitFor();
        }
    }

    /** Labels of any characters, some of which read as labels, and series that lack values or have odd ones. */
    @Test
    @Timeout(300)
    void oddSeriesHaveTheAnswersThatItGives() throws Exception {
        assumeTrue(isOnPath("prometheus") && isOnPath("promtool"), "no Prometheus here");
        StringBuilder text = new StringBuilder("# TYPE odd gauge\n");
        for (String label : List.of(
                "",
                "a=\\\"b\\\"",
                "a=\\\"b\\\",c=\\\"d\\\"",
                "__name__=\\\"load\\\"",
                "\\\\",
                "\\n",
                ",",
                "ü {}#",
                "\\\"")) {
            samples(text, "odd{instance=\"web\",q=\"" + label + "\"}", 3);
        }
        text.append("# TYPE load gauge\n");
        samples(text, "load{instance=\"web\",job=\"node\"}", 1);
        samples(text, "load{instance=\"mail\"}", -2);
        text.append("# TYPE temp gauge\n");
        samples(text, "temp{instance=\"web\"}", Double.NaN);
        samples(text, "temp{instance=\"mail\"}", 1e300);
        // Of the same labels, at other times and at all.
        text.append("# TYPE early gauge\n");
        samples(text, "early{instance=\"ftp\"}", 5, 0, 4);
        text.append("# TYPE late gauge\n");
        samples(text, "late{instance=\"ftp\"}", 6, 720, 4);
        text.append("# TYPE base gauge\n");
        samples(text, "base{instance=\"ftp\"}", 4, 0, 40);
        Path file = Files.writeString(folder.resolve("odd.txt"), text.append("# EOF\n"));
        Process blocks = start("promtool", "tsdb", "create-blocks-from", "openmetrics", "odd.txt", "data");
        String said = new String(blocks.getInputStream().readAllBytes(), UTF_8);
        assertThat(blocks.waitFor()).describedAs(said).isZero();
        CounterImport.run(
                Map.of("RawData", List.of(file)),
                folder.resolve("garage"),
                CounterImportOptions.defaults(folder.resolve("tmp")).withFormat(CounterText.OPENMETRICS),
                written -> {});
        Files.writeString(folder.resolve("none.yml"), "");
        Process prometheus = start(
                "prometheus",
                "--config.file=none.yml",
                "--storage.tsdb.path=data",
                "--storage.tsdb.retention.time=100y",
                "--web.listen-address=127.0.0.1:0");
        try (BufferedReader log = prometheus.inputReader(UTF_8);
                PrometheusServer ours = PrometheusServer.start(folder.resolve("garage"), 0, 1, "1.0", line -> {})) {
            String theirs = "http://127.0.0.1:" + port(log);
            for (String query : List.of(
                    "odd",
                    "odd[5m]",
                    "load[5m]",
                    "temp[5m]",
                    "{instance=\"web\"}[5m]",
                    "odd{q=\"a=\\\"b\\\"\"}",
                    "odd{a=\"b\"}",
                    "odd{q=\"ü {}#\"} # the last\n* 2",
                    "SUM BY (instance) (load)",
                    "load OFFSET 30s",
                    "min(temp)",
                    "max(temp) by (job)",
                    "rate({instance=\"web\"}[3m])",
                    "{instance=\"web\",q=\"\"} + 1",
                    "load + {instance=\"mail\"}")) {
                String resource = "/api/v1/query?time=1772316100.5&query=" + URLEncoder.encode(query, UTF_8);
                assertSame(query, answer(ours.uri() + resource), answer(theirs + resource));
            }
            for (String query : List.of(
                    "{__name__=~\"early|late\"} / base",
                    "base / {__name__=~\"early|late\"}",
                    "{__name__=~\"early|late\"} + 1",
                    "2 * {__name__=~\"early|late\"}",
                    "{__name__=~\"early|late\"} > base",
                    "base > {__name__=~\"early|late\"}",
                    "{__name__=~\"early|late\"} > 7",
                    "{__name__=~\"early|base\"} + 1",
                    "{__name__=~\"early|base\"} / base",
                    "base / {__name__=~\"early|base\"}",
                    "early / {__name__=~\"late|base\"}",
                    "late / {__name__=~\"early|base\"}",
                    "{__name__=~\"early|base\"} > base",
                    "{__name__=~\"early|base\"} >= base",
                    "early / late")) {
                String resource = "/api/v1/query_range?start=1772316000.5&end=1772317200.5&step=60&query="
                        + URLEncoder.encode(query, UTF_8);
                assertSame(query, answer(ours.uri() + resource), answer(theirs + resource));
            }
        } finally {
            prometheus.destroyForcibly().waitFor();
        }
    }

    private static void assertSame(String query, JsonNode found, JsonNode expected) {
        assertThat(found.path("errorType"))
                .describedAs("%s: %s, %s", query, found.path("error"), expected.path("error"))
                .isEqualTo(expected.path("errorType"));
        PrometheusServerTest.assertSame(
                query, found.path("data").path("result"), expected.path("data").path("result"));
    }

    /** Adds four samples of a series, one each half a minute. */
    private static void samples(StringBuilder text, String series, double value) {
        samples(text, series, value, 0, 4);
    }

    /** Adds samples of a series, one each half a minute, from some seconds after the start on. */
    private static void samples(StringBuilder text, String series, double value, long after, int count) {
        for (int i = 0; i < count; i++) {
            text.append(series)
                    .append(' ')
                    .append(value + i)
                    .append(' ')
                    .append(START / 1000 + after + 30L * i)
                    .append('\n');
        }
    }

    private static JsonNode answer(String address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
        return JsonMapper.shared()
                .readTree(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    /** Returns the status of an answer, and the methods that an error says are allowed, other than OPTIONS. */
    private static String status(HttpClient client, String server, String request) throws Exception {
        String[] words = request.split(" ", 2);
        HttpResponse<Void> response = client.send(
                HttpRequest.newBuilder(URI.create(server + "/" + words[1]))
                        .method(words[0], HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        String allowed = response.headers().firstValue("Allow").orElse("");
        return response.statusCode() + (response.statusCode() == 405 ? " " + allowed.replace(", OPTIONS", "") : "");
    }

    private static boolean isOnPath(String program) {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private Process start(String... command) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
    }

    /** Returns the port of a server that is ready: it logs both at the same time, in either order. */
    private static String port(BufferedReader log) throws IOException {
        String port = "";
        boolean isReady = false;
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            Matcher listening = ADDRESS.matcher(line);
            port = listening.matches() ? listening.group(1) : port;
            isReady |= line.contains("ready to receive web requests");
            if (isReady && !port.isEmpty()) {
                return port;
            }
        }
        throw new AssertionError("Prometheus did not start");
    }

    private static Set<String> samples(Path text) throws IOException {
        Set<String> samples = new TreeSet<>();
        for (String line : Files.readAllLines(text)) {
            if (!line.startsWith("#")) {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).describedAs(line).isTrue();
                TreeSet<String> labels = new TreeSet<>(List.of("__name__=" + sample.group(1)));
                LABEL.matcher(sample.group(2))
                        .results()
                        .forEach(label -> labels.add(label.group(1) + "=" + label.group(2)));
                samples.add(labels + " " + Math.round(Double.parseDouble(sample.group(4)) * 1000) + " "
                        + Double.parseDouble(sample.group(3).replace("Inf", "Infinity")));
            }
        }
        return samples;
    }

    private static Set<String> fetched(Path lines) throws IOException {
        Set<String> samples = new TreeSet<>();
        for (String line : Files.readAllLines(lines)) {
            JsonNode series = JsonMapper.shared().readTree(line);
            TreeSet<String> labels = new TreeSet<>();
            series.path("metric")
                    .properties()
                    .forEach(label ->
                            labels.add(label.getKey() + "=" + label.getValue().asString()));
            for (int i = 0; i < series.path("values").size(); i++) {
                samples.add(labels + " " + series.path("timestamps").path(i).asLong() + " "
                        + Double.parseDouble(series.path("values").path(i).asString()));
            }
        }
        return samples;
    }

    private String packed(CounterText format, Path file) throws IOException {
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(file)),
                folder.resolve("garage-" + format),
                CounterImportOptions.defaults(folder.resolve("tmp")).withFormat(format),
                packed -> {});
        return report.files() + " files, " + report.rows() + " rows, " + report.rawBytes() + " bytes";
    }
}

package dev.mimeo.garage.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.garage.load.CounterImport;
import dev.mimeo.garage.load.CounterImportOptions;
import dev.mimeo.garage.load.CounterText;
import dev.mimeo.garage.prometheus.MetricQuery.LabelMatcher;
import dev.mimeo.garage.store.GarageTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers against those of Prometheus 2.42, which had the same samples in blocks of its own ({@code promtool tsdb create-blocks-from
 * openmetrics}). No sample is at the border of a range, where version 3 differs.
 */
@Tag("thorough")
final class PrometheusServerTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private static final String FORM = "POST /api/v1/query HTTP/1.1\r\nHost: localhost\r\n";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("NullAway.Init") // set before each test
    private PrometheusServer server;

    @BeforeEach
    void start() throws IOException {
        Path samples = folder.resolve("samples.txt.gz");
        try (InputStream in = resource("samples.txt.gz")) {
            Files.copy(in, samples);
        }
        CounterImport.run(Map.of("RawData", List.of(samples)), folder.resolve("garage"), options(""), file -> {});
        server = PrometheusServer.start(folder.resolve("garage"), 0, 2, "1.0", log::add);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CounterImportOptions options(String layout) {
        return CounterImportOptions.defaults(folder.resolve("tmp"))
                .withLayout(layout)
                .withFormat(CounterText.OPENMETRICS);
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(PrometheusServerTest.class.getResourceAsStream(name), name);
    }

    private HttpResponse<String> get(String resource) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri() + "/api/v1/" + resource))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode data(String resource) throws Exception {
        HttpResponse<String> response = get(resource);
        assertThat(response.statusCode())
                .describedAs(resource + ": " + response.body())
                .isEqualTo(200);
        return MAPPER.readTree(response.body()).path("data");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void aServerNeedsAThread() {
        assertThatThrownBy(() -> PrometheusServer.start(folder.resolve("garage"), 0, 0, "1.0", log::add))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("threads must be at least 1, got 0");
    }

    @Test
    void answersAreThoseOfPrometheus() throws Exception {
        JsonNode answers;
        try (InputStream in = new GZIPInputStream(resource("answers.json.gz"))) {
            answers = MAPPER.readTree(in);
        }
        assertThat(answers.size()).isGreaterThan(60);
        for (Map.Entry<String, JsonNode> answer : answers.properties()) {
            JsonNode expected = answer.getValue().path("data");
            JsonNode found = data(answer.getKey());
            assertThat(found.path("resultType")).describedAs(answer.getKey()).isEqualTo(expected.path("resultType"));
            assertSame(answer.getKey(), found.path("result"), expected.path("result"));
            if (expected.isArray()) {
                assertThat(texts(found))
                        .describedAs(answer.getKey())
                        .isNotEmpty()
                        .isEqualTo(texts(expected));
            }
        }
        assertThat(log).isEmpty();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.isObject() ? labels(node) : node.asString()));
        texts.sort(null);
        return texts;
    }

    private static String labels(JsonNode node) {
        Map<String, String> labels = new TreeMap<>();
        node.properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        return labels.toString();
    }

    /** Compares results of queries, whose series and numbers may be printed in other ways. */
    static void assertSame(String name, JsonNode found, JsonNode expected) {
        Map<String, List<Double>> values = numbers(found);
        Map<String, List<Double>> wanted = numbers(expected);
        assertThat(values.keySet()).describedAs(name).isEqualTo(wanted.keySet());
        wanted.forEach((labels, numbers) -> {
            List<Double> others = Objects.requireNonNull(values.get(labels));
            assertThat(others).describedAs(name + labels).hasSameSizeAs(numbers);
            for (int i = 0; i < numbers.size(); i++) {
                double number = numbers.get(i);
                if (Double.isFinite(number)) {
                    assertThat(others.get(i))
                            .describedAs(name + labels)
                            .isCloseTo(number, within(1e-12 * Math.abs(number) + 1e-15));
                } else {
                    assertThat(others.get(i)).describedAs(name + labels).isEqualTo(Double.valueOf(number));
                }
            }
        });
    }

    /** Returns times and values one after the other, by labels. */
    private static Map<String, List<Double>> numbers(JsonNode result) {
        Map<String, List<Double>> numbers = new TreeMap<>();
        if (result.isArray() && !result.isEmpty() && !result.get(0).isObject()) {
            numbers.put(
                    "scalar",
                    List.of(
                            result.get(0).asDouble(),
                            Double.parseDouble(result.get(1).asString())));
            return numbers;
        }
        for (JsonNode series : result) {
            List<Double> list = new ArrayList<>();
            JsonNode values =
                    series.has("value") ? MAPPER.createArrayNode().add(series.path("value")) : series.path("values");
            for (JsonNode pair : values) {
                list.add(pair.get(0).asDouble());
                list.add(Double.parseDouble(pair.get(1).asString().replace("Inf", "Infinity")));
            }
            numbers.put(labels(series.path("metric")), list);
        }
        return numbers;
    }

    @Test
    void formsArePosted() throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(server.uri() + "/api/v1/query"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("query=" + encoded("1 + 1") + "&time=7"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.body())
                .isEqualTo("{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[7.000,\"2\"]}}");
        assertThat(data("status/buildinfo").path("application").asString()).isEqualTo("Mimeo 1.0");
        assertThat(data("metadata").isEmpty()).isTrue();
    }

    /** Prometheus 2.42 accepts a query as people type it; the client of Java does not send such an address. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/v1/query?query=count(load{job=\"node\",instance!=\"\u00e9\"})&time=1772323190",
                "GET /api/v1/query?query=count(load{job%3D%22node%22,instance!=`|^`})&time=1772323190",
                "GET /api/v1/que%72y?query=count(load)&time=1772323190"
            })
    void anAddressNeedsNoEscapes(String line) throws Exception {
        try (Socket socket = new Socket(server.uri().getHost(), server.uri().getPort())) {
            String request = line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\"value\":[1772323190.000,\"2\"]");
        }
    }

    /** As in Prometheus 2.42. */
    @Test
    void theFormComesBeforeTheAddress() throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(server.uri() + "/api/v1/query?query=nosuch(&time=7"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("query=3"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.body()).contains("\"result\":[7.000,\"3\"]");
    }

    @Test
    @Timeout(300)
    void stalledClientsKeepNobodyWaiting() throws Exception {
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 600; i++) {
                Socket socket = new Socket(server.uri().getHost(), server.uri().getPort());
                stalled.add(socket);
                String part = List.of("", "GET /api/v1/lab", FORM + "Content-Length: 900000\r\n\r\n" + "query=load")
                        .get(i % 3);
                socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(data("labels").isEmpty()).isFalse();
            assertThat(data("query?query=load&time=1772323190").isEmpty()).isFalse();
            for (Socket socket : stalled) {
                assertEnds(socket);
            }
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
        assertThat(log).isEmpty();
    }

    /** A connection that has bytes which nobody reads is reset, others end. */
    private static void assertEnds(Socket socket) {
        try {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 100_000, 2_000_000})
    void formsHaveALimit(int length) throws Exception {
        String form = "query=1&time=7&padding=" + "+".repeat(length);
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(server.uri() + "/api/v1/query"))
                        .POST(HttpRequest.BodyPublishers.ofInputStream(
                                () -> new ByteArrayInputStream(form.getBytes(StandardCharsets.US_ASCII))))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(length > 1 << 20 ? 422 : 200);
        assertThat(response.body())
                .contains(length > 1 << 20 ? "a request has at most 1048576 bytes" : "\"result\":[7.000,\"1\"]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "load[5m] + 1 | a range of samples needs a function",
                "rate(load) | needs a range, such as [5m]",
                "topk(3, load) | function 'topk' is not supported",
                "{} | a selector needs a name or a label that is not empty",
                "{job=~\".*\"} | a selector needs a name",
                "load{job=} | expected a text in quotes, found '}'",
                "load{job=~\"(\"} | the pattern of label 'job' is wrong",
                "load{job=~\"(a)\\\\1\"} | the pattern of label 'job' is wrong",
                "load[5x] | expected a duration such as 5m or 1h30m, found '5x'",
                "load[100000y] | a duration has at most 292 years, found '100000y'",
                "load[1e20] | a duration has at most 292 years, found '1e20'",
                "load[0.0001] | a duration must be longer than 0",
                "load[1.2.3] | expected a number, found '1.2.3'",
                "load[1m1h] | expected a duration such as 5m or 1h30m, found '1m1h'",
                "1e400 | expected a number, found '1e400'",
                "0x1p4 | expected a number, found '0x1p4'",
                "rate(load[5m:1m]) | subqueries are not supported",
                "load @ 7 | '@' is not supported",
                "sum(load | expected ')', found the end",
                "sum(1) | an aggregation needs series",
                "load / on (job) load | 'on' is not supported",
                "load + {job=\"node\",instance=~\"a.*\"} ^ 2 | '^' is not supported",
                "load and load | 'and' is not supported",
                "sum(load or load) | 'or' is not supported",
                "1 == 1 | a comparison of two numbers needs 'bool'",
                "load{__name__=\"free\"} | the metric has two names, 'load'",
                "$ | unexpected character at '$'",
                "load 7 | expected the end, found '7'",
            })
    void whatIsNotSupportedIsNamed(String query, String message) throws Exception {
        HttpResponse<String> response = get("query?query=" + encoded(query) + "&time=1772323190");
        assertThat(response.statusCode()).describedAs(response.body()).isEqualTo(400);
        JsonNode error = MAPPER.readTree(response.body());
        assertThat(error.path("status").asString()).isEqualTo("error");
        assertThat(error.path("errorType").asString()).isEqualTo("bad_data");
        assertThat(error.path("error").asString()).contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sum(load) # all\\n/ 2 | sum(load) / 2",
                "# all\\rsum(load) # of them\\n# no more | sum(load)",
                "SUM BY (instance) (load) | sum by (instance) (load)",
                "count(load) Without (job) | count without (job) (load)",
                "load OFFSET 10m | load offset 10m",
            })
    void commentsEndWithTheirLineAndKeywordsAreInAnyCase(String query, String plain) throws Exception {
        String asked = query.replace("\\n", "\n").replace("\\r", "\r");
        JsonNode found = data("query?time=1772323190&query=" + encoded(asked));
        assertThat(found.path("result").size()).isPositive();
        assertThat(found).isEqualTo(data("query?time=1772323190&query=" + encoded(plain)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "query | 400 | parameter 'query' is missing",
                "query?query=load&time=now | 400 | expected seconds since 1970 or a date and time",
                "query_range?query=load&start=1&end=0&step=1 | 400 | parameter 'end' is before 'start'",
                "query_range?query=load&start=0&end=11001&step=1 | 400 | more than 11000 steps",
                "query_range?query=load&start=0&end=11000&step=1 | 200 | matrix",
                "query_range?query=load&start=0&end=1&step=1e300 | 400 | 'step' is too large",
                "query_range?query=load&start=&end=1&step=1 | 400 | parameter 'start' is missing",
                "query?query=1&time= | 200 | scalar",
                "query?query=load&lookback_delta=1m | 400 | 'lookback_delta' is not supported",
                "query_range?query=load&start=0&end=1&step=1&lookback_delta=60 | 400 | 'lookback_delta' is not supported",
                "query?query=1&lookback_delta= | 200 | scalar",
                "query_range?query=load&start=0&end=1&step=0 | 400 | 'step' must be positive",
                "series | 400 | parameter 'match[]' is missing",
                "query?query=%25zz | 400 | ",
                "query?query=1&time=1e400 | 400 | expected seconds since 1970",
                "query_range?query=1&start=0&end=1&step=293y | 400 | a duration has at most 292 years",
                "query_range?query=1&start=0&end=1&step=0.0001 | 400 | at least 0.001 seconds",
                "label/1x/values | 400 | the name of a label has letters, digits and underscores, found '1x'",
                "query?query=1&timeout=x | 400 | expected a duration",
                "query?query=1&timeout=0 | 400 | 'timeout' must be positive",
                "query_range?query=1&start=0&end=1&step=1&timeout=NaN | 400 | 'timeout' must be positive",
                "query?query=1&timeout=1m30s | 200 | scalar",
                "query?query=1&timeout= | 200 | scalar",
                "query?query=load&limit=x | 400 | 'limit': expected a whole number from 0, found 'x'",
                "query_range?query=1&start=0&end=1&step=1&limit=-1 | 400 | 'limit': expected a whole number from 0, found '-1'",
                "series?match[]=load&limit=1.5 | 400 | 'limit': expected a whole number from 0, found '1.5'",
                "labels?limit=99999999999999999999 | 400 | 'limit': expected a whole number from 0",
                "label/job/values?limit=-1 | 400 | 'limit': expected a whole number from 0, found '-1'",
                "metadata?limit=x | 400 | 'limit': expected a whole number from 0, found 'x'",
                "series?match[]=load%20offset%205m | 400 | a selector of samples has no offset",
                "nothing | 404 | there is no",
            })
    void wrongRequestsGetAnError(String resource, int status, String message) throws Exception {
        HttpResponse<String> response = get(resource);
        assertThat(response.statusCode()).describedAs(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(message == null ? "" : message);
    }

    /** As in Prometheus 3, a number is seconds where a duration is expected, and a duration its seconds where a number is. */
    @ParameterizedTest
    @CsvSource({
        "load[300], load[5m]",
        "load[1.5e2], load[2m30s]",
        "load[0x12c], load[5m]",
        "load offset 60, load offset 1m",
        "load offset -60, load offset -1m",
        "load * 1h30m, load * 5400",
        "1m500ms, 60.5"
    })
    void durationsAndNumbersAreInterchangeable(String query, String same) throws Exception {
        String resource = "query?time=1772323190&query=";
        JsonNode found = data(resource + encoded(query));
        assertThat(found.path("result"))
                .isNotEmpty()
                .isEqualTo(data(resource + encoded(same)).path("result"));
    }

    /** As in Prometheus, 0 is no limit, and an answer that is cut has a warning. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "query?query=load&time=1772323190",
                "query?query=load[5m]&time=1772323190",
                "query_range?query=load&start=1772323100&end=1772323190&step=15",
                "series?match[]=load",
                "labels?match[]=load",
                "label/instance/values?match[]=load"
            })
    void limitsCutAnswersWithAWarning(String resource) throws Exception {
        JsonNode all = items(data(resource));
        assertThat(all.size()).isGreaterThan(1);
        for (int limit : new int[] {0, 1, all.size(), all.size() + 1}) {
            JsonNode answer = MAPPER.readTree(
                    get(resource.replace("?", "?limit=" + limit + "&")).body());
            JsonNode found = items(answer.path("data"));
            assertThat(found.size()).isEqualTo(limit == 0 ? all.size() : Math.min(limit, all.size()));
            for (int i = 0; i < found.size(); i++) {
                assertThat(found.get(i)).isEqualTo(all.get(i));
            }
            assertThat(answer.path("warnings").toString())
                    .isEqualTo(limit == 1 ? "[\"results truncated due to limit\"]" : "");
        }
    }

    private static JsonNode items(JsonNode data) {
        return data.isArray() ? data : data.path("result");
    }

    /** Versions 2 and 3 of Prometheus differ in these answers, which are those of the version that is reported. */
    @Test
    void differencesOfVersionsAreThoseOfTheReportedVersion() throws Exception {
        assertThat(data("status/buildinfo").path("version").asString()).startsWith("3.");
        // Version 2 includes the start of a range, has no names in quotes, and a dot that does not match the end of a
        // line.
        long end = 1772323190;
        int samples = 0;
        for (int seconds = 15; seconds <= 60; seconds++) {
            String range = "query?time=" + end + "&query=" + encoded("load[" + seconds + "s]");
            for (JsonNode series : data(range).path("result")) {
                for (JsonNode sample : series.path("values")) {
                    assertThat(sample.path(0).asDouble()).isGreaterThan((double) (end - seconds));
                    samples++;
                }
            }
        }
        assertThat(samples).isPositive();
        String quoted = "query?time=" + end + "&query=" + encoded("count({\"load\"})");
        assertThat(data(quoted).path("result").path(0).path("value").path(1).asString())
                .isEqualTo("2");
        assertThat(MetricQuery.LabelMatcher.of("job", "=~", "a.b").matches("a\nb"))
                .isTrue();
    }

    /** Keys of a map without an order would come in another order in each process. */
    @Test
    void theVersionComesBeforeTheApplication() throws Exception {
        assertThat(get("status/buildinfo").body())
                .isEqualTo("{\"status\":\"success\",\"data\":{\"version\":\"3.0.0\",\"application\":\"Mimeo 1.0\"}}");
    }

    /** Prometheus answers with 204, and redirects to a path with single slashes. */
    @Test
    void methodsAreListedAndSlashesAreAsGoodAsOne() throws Exception {
        HttpRequest options = HttpRequest.newBuilder(URI.create(server.uri() + "/api/v1/query"))
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .header("Origin", "http://example.org")
                .build();
        HttpResponse<String> methods = client.send(options, HttpResponse.BodyHandlers.ofString());
        assertThat(methods.statusCode()).isEqualTo(204);
        assertThat(methods.body()).isEmpty();
        assertThat(methods.headers().firstValue("Allow")).contains("GET, POST, OPTIONS");
        assertThat(methods.headers().firstValue("Content-Length")).isEmpty();
        assertThat(methods.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        HttpRequest form = HttpRequest.newBuilder(URI.create(server.uri() + "//api//v1/query"))
                .POST(HttpRequest.BodyPublishers.ofString("query=7"))
                .build();
        assertThat(client.send(form, HttpResponse.BodyHandlers.ofString()).body())
                .contains("\"resultType\":\"scalar\"");
    }

    /** A tree that is as deep as the query is long would end the server. */
    @Test
    void longQueriesAreRefusedAndTheServerLives() throws Exception {
        assertThat(data("query?time=1772323190&query=" + encoded("load" + " + load".repeat(500)))
                        .path("result")
                        .isEmpty())
                .isFalse();
        for (String query :
                List.of("load" + " + load".repeat(3000), "1 - ".repeat(1000) + "load", "-".repeat(1000) + "load")) {
            HttpResponse<String> response = get("query?query=" + encoded(query));
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).containsAnyOf("has more than 500 operators", "is nested more than 100 deep");
        }
        assertThat(data("rules").path("groups").isArray()).isTrue();
        assertThat(data("alerts").path("alerts").isArray()).isTrue();
        JsonNode zero =
                data("query?time=1772323190&query=" + encoded("-(load - load)")).path("result");
        assertThat(zero.get(0).path("value").get(1).asString()).isEqualTo("-0");
        assertThat(log).isEmpty();
    }

    @Test
    void patternsTakeTimeInProportionToTheText() throws Exception {
        // A matcher that goes back and tries again takes 2^60 steps.
        MetricQuery.LabelMatcher hostile = MetricQuery.LabelMatcher.of("job", "=~", "(a|a)*b");
        assertThat(hostile.matches("a".repeat(60))).isFalse();
        assertThat(hostile.matches("a".repeat(60) + "b")).isTrue();
    }

    @Test
    void largeQueriesAreRefusedAndNotRead() throws Exception {
        SeriesStore store = new SeriesStore(folder.resolve("garage"), 1000);
        assertThat(store.refresh()).isEmpty();
        MetricQuery.Selection all = MetricQueryParser.parseSelector("{__name__=~\".+\"}");
        assertThatThrownBy(() -> store.select(all.matchers(), 0, Long.MAX_VALUE / 8))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("more than 1000 samples");
        // Two series of 60 samples each fit, but not at a thousand times.
        SeriesStore larger = new SeriesStore(folder.resolve("garage"), 1500);
        assertThat(larger.refresh()).isEmpty();
        MetricQuery load = MetricQueryParser.parse("sum(load)");
        assertThat(new MetricEvaluator(larger, 1_772_323_190_000L, 1, 700).rows(load))
                .hasSize(1);
        assertThatThrownBy(() -> new MetricEvaluator(larger, 1_772_323_190_000L, 1, 1000).rows(load))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("makes more than 1500 values");
    }

    /** A copy with all times of the original is another file. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no keys there")
    void aFileInThePlaceOfAnotherIsReadAgain() throws Exception {
        Path garage = folder.resolve("garage");
        Path file = GarageTree.files(List.of(garage)).get(0);
        LabeledFile known = LabeledFile.open(garage, file, attributes(file));
        assertThat(known.isUnchanged(attributes(file))).isTrue();
        Path copy = Files.copy(file, file.resolveSibling("copy"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
        assertThat(known.isUnchanged(attributes(file))).isFalse();
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class);
    }

    @Test
    void filesThatOverlapOrVanishLeaveSeriesAsTheyAre() throws Exception {
        List<LabelMatcher> all =
                MetricQueryParser.parseSelector("{__name__=~\".+\"}").matchers();
        Path garage = folder.resolve("garage");
        SeriesStore store = new SeriesStore(garage, 1_000_000);
        assertThat(store.refresh()).isEmpty();
        List<CounterSeries> before = store.select(all, 0, Long.MAX_VALUE / 8);
        assertThat(before).isNotEmpty();
        for (Path file : GarageTree.files(List.of(garage))) {
            Files.copy(file, file.resolveSibling("again-" + file.getFileName()));
        }
        assertThat(store.refresh()).isEmpty();
        assertSame(store.select(all, 0, Long.MAX_VALUE / 8), before);
        for (Path file : GarageTree.files(List.of(garage))) {
            if (file.getFileName().toString().startsWith("again-")) {
                Files.delete(file);
            }
        }
        assertSame(store.select(all, 0, Long.MAX_VALUE / 8), before);
        assertThat(store.labels(all, 0, Long.MAX_VALUE / 8)).hasSameSizeAs(before);
    }

    private static void assertSame(List<CounterSeries> found, List<CounterSeries> expected) {
        assertThat(found).hasSameSizeAs(expected);
        for (CounterSeries series : expected) {
            assertThat(found)
                    .filteredOn(other -> other.labels().equals(series.labels()))
                    .singleElement()
                    .satisfies(other -> {
                        assertThat(other.times()).isEqualTo(series.times());
                        assertThat(other.values()).isEqualTo(series.values());
                    });
        }
    }

    @Test
    void metricsAreGroupedByTheirNames() throws Exception {
        JsonNode rows = data("query?time=1772323190&query=" + encoded("count by (__name__) ({__name__=~\".+\"})"))
                .path("result");
        JsonNode names = data("label/__name__/values?start=0&end=1772323190");
        assertThat(rows.size()).isGreaterThan(1).isLessThanOrEqualTo(names.size());
        for (JsonNode row : rows) {
            assertThat(labels(row.path("metric"))).startsWith("{__name__=");
        }
    }

    /** Files of other tools than Prometheus: instances without labels, folders, and files that come later or are damaged. */
    @Test
    void otherTablesHaveLabelsToo() throws Exception {
        Path garage = folder.resolve("other");
        Path csv = Files.writeString(
                folder.resolve("disks.csv"),
                "serverID,sampleTime,InstanceID,reads,writes\nweb17,2026-03-01T00:00:00Z,sda,7,1\nweb17,2026-03-01T00:00:00Z,sdb,8,2\n");
        CounterImportOptions csvOptions =
                CounterImportOptions.defaults(folder.resolve("tmp")).withLayout("owner/dc1");
        CounterImport.run(Map.of("Disk", List.of(csv)), garage, csvOptions, file -> {});
        Files.writeString(garage.resolve("damaged.gar"), "nothing");
        try (PrometheusServer other = PrometheusServer.start(garage, 0, 1, "1.0", log::add)) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(other.uri() + "/api/v1/query?time=1772323260&query="
                            + encoded("reads{Disk=\"sdb\",folder=\"owner/dc1\"}")))
                    .build();
            JsonNode result = MAPPER.readTree(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .path("data")
                    .path("result");
            assertThat(result.size()).isEqualTo(1);
            assertThat(labels(result.get(0).path("metric")))
                    .isEqualTo("{Disk=sdb, __name__=reads, folder=owner/dc1, instance=web17}");
            assertThat(result.get(0).path("value").get(1).asString()).isEqualTo("8");
        }
        SeriesStore store = new SeriesStore(garage, 1000);
        assertThat(store.refresh()).hasSize(1);
        assertThat(store.refresh()).as("reported once").isEmpty();
        // As in Prometheus: nothing distinguishes the series of two counters without their names.
        for (String query : List.of(
                "{instance=\"web17\"} + {instance=\"web17\"}",
                "{instance=\"web17\"} * 2",
                "-{instance=\"web17\"}",
                "sum(max_over_time({instance=\"web17\"}[5m]))")) {
            MetricQuery twoNames = MetricQueryParser.parse(query);
            assertThatThrownBy(() -> new MetricEvaluator(store, 1_772_323_260_000L, 1, 1).rows(twoNames))
                    .isInstanceOfSatisfying(
                            QueryException.class,
                            e -> assertThat(e.isInExecution()).isTrue())
                    .hasMessageContaining("several series");
        }
        assertThat(new MetricEvaluator(store, 1_772_323_260_000L, 1, 1)
                        .rows(MetricQueryParser.parse("last_over_time({instance=\"web17\"}[5m]) > 0")))
                .hasSize(4);
        assertThat(log).hasSize(1).first().asString().contains("damaged.gar");
    }
}

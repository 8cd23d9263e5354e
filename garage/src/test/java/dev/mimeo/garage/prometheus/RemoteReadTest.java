package dev.mimeo.garage.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mimeo.MimeoException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xerial.snappy.Snappy;

/** Answers of servers that fail, set limits, or are none. Messages are encoded here, by the description of the wire format. */
final class RemoteReadTest {

    private static final long START = 1_772_323_200_000L;
    private static final long HOUR = 3_600_000;

    /** An answer, with the status of HTTP, which is negative if the last byte is missing. */
    private static final class Answer {
        private final int status;
        private final byte[] body;

        Answer(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }
    }

    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<String> tokens = Collections.synchronizedList(new ArrayList<>());
    private LongFunction<Answer> answers = first -> new Answer(200, packed(new byte[0]));

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (exchange.getRequestURI().getPath().equals("/db/api/v1/read")) {
            String token = exchange.getRequestHeaders().getFirst("Authorization");
            tokens.add(token == null ? "" : token);
            byte[] request = Snappy.uncompress(body);
            requests.add(hex(request));
            ByteBuffer query = ByteBuffer.wrap(request);
            // Two tags and a length come before the first time.
            query.position(query.get(1) < 0 ? 4 : 3);
            Answer answer = answers.apply(varint(query));
            int missing = answer.status < 0 ? 1 : 0;
            exchange.sendResponseHeaders(
                    Math.abs(answer.status), answer.body.length == 0 ? -1 : answer.body.length + missing);
            exchange.getResponseBody().write(answer.body);
        } else {
            exchange.sendResponseHeaders(404, -1);
        }
        exchange.close();
    }

    private RemoteRead read(String path, String selector, long from, long to) {
        return new RemoteRead(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path), selector, from, to, Map.of());
    }

    private String lines(long to) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        read("/db", "", START, to).write(out, done -> {});
        return out.toString(UTF_8);
    }

    @Test
    void theRequestHasTheMatchersAndTheTimes() throws IOException {
        Map<String, String> headers = Map.of("Authorization", "Bearer xyz");
        RemoteRead read = read("/db/", "up{job!=\"a\",x=~\"b.*\",y!~\"c\"}", 1000, 2000);
        new RemoteRead(read.server(), read.selector(), 1000, 2000, headers)
                .write(new ByteArrayOutputStream(), done -> {});
        byte[] query = joined(
                varintField(1, 1000),
                varintField(2, 1999),
                field(3, joined(varintField(1, 0), field(2, bytes("__name__")), field(3, bytes("up")))),
                field(3, joined(varintField(1, 1), field(2, bytes("job")), field(3, bytes("a")))),
                field(3, joined(varintField(1, 2), field(2, bytes("x")), field(3, bytes("b.*")))),
                field(3, joined(varintField(1, 3), field(2, bytes("y")), field(3, bytes("c")))));
        assertThat(requests).containsExactly(hex(field(1, query)));
        assertThat(tokens).containsExactly("Bearer xyz");
    }

    @Test
    void samplesBecomeLines() throws IOException {
        answers = first -> new Answer(
                200,
                packed(response(
                        series(Map.of("__name__", "load\n", "instance", "a:9100"), first, first + 1, first + 2),
                        series(Map.of("__name__", "empty")))));
        List<Long> done = new ArrayList<>();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RemoteRead.Report report = read("/db", "", START, START + HOUR + 5).write(out, done::add);
        assertThat(out.toString(UTF_8)).isEqualTo(line(START) + "\n" + line(START + HOUR) + "\n");
        assertThat(report).isEqualTo(new RemoteRead.Report(6, 2, 0, 0));
        assertThat(done).containsExactly(HOUR, HOUR + 5);
    }

    private static String line(long first) {
        return "{\"metric\":{\"__name__\":\"load\\n\",\"instance\":\"a:9100\"},\"values\":[0.0,\"NaN\",\"-Infinity\"],"
                + "\"timestamps\":[" + first + "," + (first + 1) + "," + (first + 2) + "]}";
    }

    @Test
    void nothingIsWrittenWhereThereIsNothing() throws IOException {
        List<Long> starts = new ArrayList<>();
        LongFunction<Answer> empty = answers;
        answers = first -> {
            starts.add((first - START) / HOUR);
            return empty.apply(first);
        };
        assertThat(lines(START + 80 * HOUR)).isEmpty();
        // Small answers make the next request longer, up to a day.
        assertThat(starts).containsExactly(0L, 1L, 3L, 7L, 15L, 31L, 55L, 79L);
    }

    @Test
    void histogramsAreCounted() throws IOException {
        byte[] series =
                joined(field(1, joined(field(1, bytes("__name__")), field(2, bytes("h")))), field(4, new byte[9]));
        answers = first -> new Answer(200, packed(response(series)));
        RemoteRead.Report report = read("/db", "", START, START + 1).write(new ByteArrayOutputStream(), done -> {});
        assertThat(report).isEqualTo(new RemoteRead.Report(0, 0, 1, 0));
    }

    /** A series that ends has the NaN with the bits of StaleNaN of Prometheus behind its last sample. */
    @Test
    void markersOfTheEndsOfSeriesAreLeftOutAndCounted() throws IOException {
        byte[] marker = ByteBuffer.allocate(9)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 9)
                .putLong(0x7ff0000000000002L)
                .array();
        byte[] end = field(2, joined(marker, varintField(2, START + 3)));
        byte[] ended =
                joined(series(Map.of("__name__", "load\n", "instance", "a:9100"), START, START + 1, START + 2), end);
        answers = first -> new Answer(200, packed(response(ended, joined(series(Map.of("__name__", "gone")), end))));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RemoteRead.Report report = read("/db", "", START, START + 5).write(out, done -> {});
        assertThat(out.toString(UTF_8)).isEqualTo(line(START) + "\n");
        assertThat(report).isEqualTo(new RemoteRead.Report(3, 1, 0, 2));
    }

    /** Prometheus limits the samples of an answer: shorter times have fewer. */
    @Test
    void theServersLimitIsMet() throws IOException {
        List<Long> starts = new ArrayList<>();
        answers = first -> {
            starts.add(first);
            return starts.size() <= 2
                    ? new Answer(400, bytes("exceeded sample limit (10)"))
                    : new Answer(200, packed(response(series(Map.of("__name__", "up"), first))));
        };
        assertThat(lines(START + HOUR).lines()).hasSize(4);
        assertThat(starts)
                .containsExactly(START, START, START, START + HOUR / 4, START + HOUR / 2, START + 3 * HOUR / 4);
    }

    @Test
    void anAnswerThatBreaksOffLaterIsAskedForAgain() throws IOException {
        int[] count = {0};
        answers = first -> {
            byte[] whole = packed(response(series(Map.of("__name__", "up"), first)));
            return ++count[0] == 2 ? new Answer(-200, whole) : new Answer(200, whole);
        };
        assertThat(lines(START + 2 * HOUR).lines()).hasSize(2);
        assertThat(count[0]).isEqualTo(3);
    }

    @Test
    void anAnswerThatStopsIsAnErrorAfterAWhile() throws IOException {
        CountDownLatch isOver = new CountDownLatch(1);
        server.removeContext("/");
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(new byte[7]);
            exchange.getResponseBody().flush();
            awaitEnd(isOver);
            exchange.close();
        });
        try {
            assertThatIOException()
                    .isThrownBy(() -> read("/db", "", START, START + HOUR)
                            .write(new ByteArrayOutputStream(), done -> {}, Duration.ofMillis(200)))
                    .withMessageEndingWith(
                            "/db/api/v1/read: the answer stopped after 7 bytes, and nothing came for 0.2 s: "
                                    + "check the address, and that the server runs");
        } finally {
            isOver.countDown();
        }
    }

    private static void awaitEnd(CountDownLatch isOver) throws IOException {
        try {
            isOver.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void aServerThatIsOverloadedLaterIsAskedAgain() throws IOException {
        int[] count = {0};
        answers = first -> ++count[0] == 2
                ? new Answer(503, new byte[0])
                : new Answer(200, packed(response(series(Map.of("__name__", "up"), first))));
        assertThat(lines(START + 2 * HOUR).lines()).hasSize(2);
        assertThat(count[0]).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "302, '', answers with status 302: name the server that it leads to",
        "401, '', answers with status 401: give the headers that it wants with `headers`",
        "500, 'out of\nroom', answers with status 500 ('out of; room'): see the log of the server",
        "503, '', answers with status 503: see the log of the server",
        "400, 'exceeded sample limit (1)', answers with status 400 ('exceeded sample limit (1)'): see the log of the server",
        "200, 'no message', answers with something else than the samples that were asked for: is it Prometheus?"
    })
    void failuresAreOneLine(int status, String body, String message) {
        answers = first -> new Answer(status, bytes(body));
        assertThatIOException()
                .isThrownBy(() -> lines(START + HOUR))
                .withMessageEndingWith("/db/api/v1/read: " + message)
                .withMessageMatching(".*");
    }

    @Test
    void serversThatAreNoneAreErrors() throws IOException {
        assertThatIOException()
                .isThrownBy(() -> read("", "", 0, 1).write(new ByteArrayOutputStream(), done -> {}))
                .withMessageContaining("status 404: name the server, and the prefix of its paths");
        RemoteRead read = read("", "", 0, 1);
        server.stop(0);
        assertThatIOException()
                .isThrownBy(() -> read.write(new ByteArrayOutputStream(), done -> {}))
                .withMessageEndingWith("cannot be reached: check the address, and that the server runs");
    }

    @Test
    void samplesThatNobodyAskedForAreAnError() {
        answers = first -> new Answer(200, packed(response(series(Map.of("__name__", "up"), first - 1))));
        assertThatIOException().isThrownBy(() -> lines(START + 1)).withMessageContaining("outside the range");
    }

    @ParameterizedTest
    @CsvSource({
        "up[5m], expected a selector",
        "up offset 5m, a selector of samples has no offset",
        "rate(up[5m]), expected a selector",
        "'{a=\"\"}', a selector needs a name"
    })
    void wrongSelectorsAreErrors(String selector, String message) {
        assertThatIOException()
                .isThrownBy(() -> read("/db", selector, 0, 1).write(new ByteArrayOutputStream(), done -> {}))
                .withMessageContaining(message);
        assertThat(requests).isEmpty();
    }

    @Test
    void wrongArgumentsAreErrors() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("", "", 1, 1))
                .withMessageContaining("range");
        URI path = URI.create("localhost:9090");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RemoteRead(path, "", 0, 1, Map.of()))
                .withMessageContaining("such as http://localhost:9090");
        URI user = URI.create("http://me:secret@localhost:9090");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RemoteRead(user, "", 0, 1, Map.of()))
                .withMessageContaining("give a user as a header")
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("secret"));
        URI address = URI.create("http://localhost:9090");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RemoteRead(address, "", 0, 1, Map.of("X", "se\ncret")))
                .withMessage("header 'X' cannot be set, or its value is wrong");
    }

    /** Damaged answers are errors or other samples, and take no more memory than the answer can justify. */
    @Test
    void damagedAnswersAreErrors() throws IOException {
        Random random = new Random(1);
        byte[] message = response(
                series(Map.of("__name__", "load", "instance", "a"), START, START + 1),
                series(Map.of("__name__", "up", "job", "node"), START));
        int errors = 0;
        for (int run = 0; run < 300; run++) {
            byte[] damaged = run % 2 == 0 ? message.clone() : packed(message);
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            answers = first -> new Answer(200, damaged.length == message.length ? packed(damaged) : damaged);
            try {
                lines(START + HOUR);
            } catch (MimeoException e) {
                errors++;
            }
        }
        assertThat(errors).isGreaterThan(100);
    }

    private static byte[] response(byte[]... series) {
        byte[][] fields = new byte[series.length][];
        for (int i = 0; i < series.length; i++) {
            fields[i] = field(1, series[i]);
        }
        return field(1, joined(fields));
    }

    /** Returns a series with values 0, NaN, -Infinity, 0, ... */
    private static byte[] series(Map<String, String> labels, long... times) {
        ByteArrayOutputStream series = new ByteArrayOutputStream();
        labels.forEach((name, value) ->
                series.writeBytes(field(1, joined(field(1, bytes(name)), field(2, bytes(value))))));
        double[] values = {0, Double.NaN, Double.NEGATIVE_INFINITY};
        for (int i = 0; i < times.length; i++) {
            byte[] value = ByteBuffer.allocate(9)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put((byte) 9)
                    .putDouble(values[i % 3])
                    .array();
            series.writeBytes(field(2, joined(i % 3 == 0 ? new byte[0] : value, varintField(2, times[i]))));
        }
        return series.toByteArray();
    }

    private static byte[] packed(byte[] message) {
        try {
            return Snappy.compress(message);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] field(int number, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write((number << 3) | 2);
        out.writeBytes(varint(content.length));
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] varintField(int number, long value) {
        return joined(new byte[] {(byte) (number << 3)}, varint(value));
    }

    private static byte[] varint(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (long rest = value; ; rest >>>= 7) {
            out.write((int) ((rest & 127) | (rest >>> 7 == 0 ? 0 : 128)));
            if (rest >>> 7 == 0) {
                return out.toByteArray();
            }
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (next & 127L) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}

package dev.mimeo.integrations.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.generate.segment.SegmentWriter;
import dev.mimeo.testing.SegmentModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
@Tag("slow")
final class DataServerTest {

    private static final int SIZE = 300_000;
    private static final String HUGE = "GET /data?size=9000000000000000000 HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("NullAway.Init") // set before each test
    private Characterization characterization;

    @SuppressWarnings("NullAway.Init")
    private DataServer server;

    @BeforeEach
    void start() throws IOException {
        characterization = Characterization.read(BundledCharacterizations.bytes("logs"), "logs");
        server = start("1", Duration.ofMinutes(1), log::add);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        characterization.close();
    }

    private DataServer start(String version, Duration stall, Consumer<String> listener) throws IOException {
        return DataServer.start(
                DataProducer.of(characterization), new DataServer.Settings(0, 5, version, stall, listener));
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private byte[] expected(long seed, long offset, int size) throws IOException {
        try (DataProducer producer =
                DataProducer.of(characterization).seed(seed).build()) {
            producer.seek(offset);
            return producer.getSynData(size);
        }
    }

    @Test
    void dataIsWhatTheProducerPrints() throws Exception {
        HttpResponse<byte[]> response = get("/data?size=" + SIZE);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(expected(5, 0, SIZE));
        assertThat(header(response, "Content-Type")).isEqualTo("application/octet-stream");
        assertThat(header(response, "Content-Length")).isEqualTo("" + SIZE);
        assertThat(header(response, "Accept-Ranges")).isEqualTo("bytes");
        assertThat(get("/data?seed=-1&offset=12345&size=1000").body()).isEqualTo(expected(-1, 12345, 1000));
        assertThat(get("/data?seed=18446744073709551615&size=10").body()).isEqualTo(expected(-1, 0, 10));
        assertThat(get("/data?size=0").body()).isEmpty();
    }

    @Test
    void theEndOfTheStreamCanBeRead() throws Exception {
        long offset = Long.MAX_VALUE - 1000;
        assertThat(get("/data?size=1000&offset=" + offset).body()).isEqualTo(expected(5, offset, 1000));
        assertThat(get("/data?size=1001&offset=" + offset).statusCode()).isEqualTo(400);
        assertThat(get("/data?size=" + Long.MAX_VALUE, "Range", "bytes=-7").body())
                .isEqualTo(expected(5, Long.MAX_VALUE - 7, 7));
    }

    @Test
    void anObjectIsThatOfTheFactory() throws Exception {
        byte[] object;
        try (InputStream stream =
                DataProducer.of(characterization).seed(5).live().object("a/b c?", SIZE)) {
            object = stream.readAllBytes();
        }
        assertThat(get("/object/a/b%20c%3F?size=" + SIZE).body()).isEqualTo(object);
        assertThat(get("/object/a/b%20c%3F?size=" + SIZE, "Range", "bytes=100000-")
                        .body())
                .isEqualTo(Arrays.copyOfRange(object, 100_000, SIZE));
        assertThat(get("/object/other?size=" + SIZE).body()).isNotEqualTo(object);
        assertThat(get("/object/a?size=" + Long.MAX_VALUE).statusCode()).isEqualTo(400);
    }

    @Test
    void aSegmentIsServedAsTheCLibraryFillsIt(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("logs.seg");
        SegmentWriter.write(file, characterization, new SegmentWriter.Settings("logs", 1 << 20, 1, 1));
        SegmentModel model = SegmentModel.read(file);
        SegmentFile segment = SegmentFile.open(file);
        server.close();
        server = DataServer.start(
                segment, new DataServer.Settings(0, 5, segment.identity(), Duration.ofMinutes(1), log::add));

        assertThat(get("/data?size=" + SIZE).body()).isEqualTo(model.bytes(0, SIZE, 5));
        assertThat(get("/data?seed=6&offset=12345&size=1000").body()).isEqualTo(model.bytes(12345, 1000, 6));
        assertThat(get("/data?size=" + SIZE, "Range", "bytes=70000-199999").body())
                .isEqualTo(model.bytes(70_000, 130_000, 5));
        assertThat(get("/object/a?size=" + SIZE).body())
                .isEqualTo(model.bytes(0, SIZE, SegmentModel.namedSeed(5, (byte) 'a')));
        HttpResponse<byte[]> large = get("/object/a?size=" + (segment.streamBytes() + 1));
        assertThat(large.statusCode()).isEqualTo(400);
        assertThat(new String(large.body(), StandardCharsets.UTF_8))
                .isEqualTo("the segment has streams and objects of at most " + segment.streamBytes() + " bytes\n");
    }

    @ParameterizedTest
    @CsvSource({"bytes=0-99, 0, 100", "bytes=70000-199999, 70000, 130000", "bytes=-5, 299995, 5"})
    void aRangeIsAPart(String range, int first, int length) throws Exception {
        HttpResponse<byte[]> response = get("/data?size=" + SIZE, "Range", range);
        assertThat(response.statusCode()).isEqualTo(206);
        assertThat(response.body()).isEqualTo(expected(5, first, length));
        assertThat(header(response, "Content-Range"))
                .isEqualTo("bytes " + first + "-" + (first + length - 1) + "/" + SIZE);
    }

    @Test
    void aRangeBehindTheEndIsRefusedAndSeveralAreIgnored() throws Exception {
        HttpResponse<byte[]> behind = get("/data?size=100", "Range", "bytes=100-");
        assertThat(behind.statusCode()).isEqualTo(416);
        assertThat(header(behind, "Content-Range")).isEqualTo("bytes */100");
        assertThat(get("/data?size=100", "Range", "bytes=0-1,4-5").statusCode()).isEqualTo(200);
    }

    @Test
    void headHasTheHeadersAlone() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri().resolve("/data?size=9000000000000000000"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .header("Range", "bytes=0-1")
                .build();
        HttpResponse<byte[]> head = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(header(head, "Content-Length")).isEqualTo("9000000000000000000");
        assertThat(header(head, "ETag")).isNotEmpty();
        assertThat(head.body()).isEmpty();
    }

    @Test
    void theEntityTagTellsContentsApart() throws Exception {
        String tag = header(get("/data?size=100"), "ETag");
        assertThat(tag).matches("\"[0-9a-f]{32}\"");
        assertThat(header(get("/data?size=100&seed=5&offset=0"), "ETag")).isEqualTo(tag);
        assertThat(header(get("/data?size=100", "Range", "bytes=0-1"), "ETag")).isEqualTo(tag);
        List<String> others = new ArrayList<>(List.of(tag));
        for (String path :
                List.of("/data?size=101", "/data?size=100&seed=6", "/data?size=100&offset=1", "/object/x?size=100")) {
            others.add(header(get(path), "ETag"));
        }
        server.close();
        server = start("2", Duration.ofMinutes(1), log::add);
        others.add(header(get("/data?size=100"), "ETag"));
        assertThat(others).doesNotHaveDuplicates();
    }

    @Test
    void preconditionsAreThoseOfTheRfc() throws Exception {
        String path = "/data?size=100";
        String tag = header(get(path), "ETag");
        assertThat(get(path, "If-None-Match", tag).statusCode()).isEqualTo(304);
        assertThat(get(path, "If-None-Match", "\"x\", W/" + tag).statusCode()).isEqualTo(304);
        assertThat(get(path, "If-None-Match", "*").statusCode()).isEqualTo(304);
        assertThat(get(path, "If-None-Match", "\"x\"").statusCode()).isEqualTo(200);
        assertThat(get(path, "If-Match", "\"x\"").statusCode()).isEqualTo(412);
        assertThat(get(path, "If-Match", tag).statusCode()).isEqualTo(200);
        assertThat(get(path, "If-Match", "*").statusCode()).isEqualTo(200);
        assertThat(get(path, "If-Match", "W/" + tag).statusCode()).isEqualTo(412);
        assertThat(get(path, "Range", "bytes=0-1", "If-Range", tag).statusCode())
                .isEqualTo(206);
        assertThat(get(path, "Range", "bytes=0-1", "If-Range", "\"x\"").statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/, 404, /data",
        "/datas?size=1, 404, /data",
        "/data/?size=1, 404, /data",
        "/object/?size=1, 404, /object/KEY",
        "/../etc/passwd?size=1, 404, /data",
        "/data, 400, size is missing",
        "/data?size=, 400, is not a size",
        "/data?size=-1, 400, is negative",
        "/data?size=1e6, 400, is not a size",
        "/data?size=1%0a2, 400, 1?2' is not a size",
        "/data?size=1XiB, 400, unknown unit",
        "/data?size=9223372036854775808, 400, is too large",
        "/data?size=1&offset=9223372036854775807, 400, together",
        "/data?size=1&size=2, 400, twice",
        "/data?size=1&sized=2, 400, unknown parameter",
        "/data?size=1&seed=x, 400, x' is not a seed",
        "/object/a%ff?size=1, 400, path: is not UTF-8",
        "/object/x?size=1&offset=1, 400, unknown parameter"
    })
    void aWrongRequestIsALine(String path, int status, String problem) throws Exception {
        HttpResponse<byte[]> response = get(path);
        String text = new String(response.body(), StandardCharsets.UTF_8);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(text).contains(problem).endsWith("\n").hasLineCount(1);
        assertThat(header(response, "Content-Type")).isEqualTo("text/plain; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void otherMethodsAreRefused(String method) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri().resolve("/data?size=1"))
                .method(method, HttpRequest.BodyPublishers.ofString("body"))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }

    @ParameterizedTest
    @CsvSource({
        "Host: localhost, 200",
        "Host: LOCALHOST:8080, 200",
        "Host: 127.0.0.1, 200",
        "Host: [::1]:80, 200",
        "Host: evil.example, 403",
        "Host: 127.0.0.1.evil.example, 403",
        "Host: localhost.evil.example, 403",
        "Host: 192.168.0.1, 403",
        "Host: , 403",
        "X: y, 400"
    })
    void onlyLoopbackNamesAreAnswered(String host, int status) throws IOException {
        assertThat(raw("GET /data?size=1 HTTP/1.1\r\n" + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status);
    }

    @ParameterizedTest
    @CsvSource({
        "'GET', 400",
        "'GET /data?size=1', 400",
        "'GET /data?size=1 HTTP/2.0', 400",
        "'GET  /data?size=1 HTTP/1.1', 400",
        "'GET http://[ HTTP/1.1|Host: localhost', 403",
        "'GET http://evil.example/data?size=1 HTTP/1.1|Host: localhost', 403",
        "'GET /data?size=%zz HTTP/1.1|Host: localhost', 400",
        "'GET /data?size=1% HTTP/1.1|Host: localhost', 400",
        "'GET /data?a%zz HTTP/1.1|Host: localhost', 400",
        "'GET /a%zz HTTP/1.1|Host: localhost', 400",
        "'GET /object/a%z?size=1 HTTP/1.1|Host: localhost', 400",
        "'GET /object/\\^`{|Host: localhost', 400",
        "'GET /data?size=1 HTTP/1.1|Host: localhost|Host: localhost', 400",
        "'GET /data?size=1 HTTP/1.1|Host: localhost|no field', 400",
        "'GET /data?size=1 HTTP/1.1|Host: localhost|Content-Length: -5', 400",
        "'GET /data?size=1 HTTP/1.1|Host: localhost|Content-Length: x', 400"
    })
    void whatIsNoRequestGetsOneLineOfText(String request, int status) throws Exception {
        String answer = raw(request.replace("|", "\r\n") + "\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("\r\nContent-Type: text/plain; charset=utf-8\r\n");
        assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                .doesNotContain("<")
                .endsWith("\n")
                .hasLineCount(1);
        assertThat(get("/data?size=10").body()).hasSize(10);
    }

    @Test
    void aHeadThatIsTooLargeIsRefused() throws Exception {
        String head = "GET /data?size=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: ";
        int room = DataHandler.MAX_HEAD - head.length() - 4;
        assertThat(raw(head + "x".repeat(room) + "\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        assertThat(raw(head + "x".repeat(room + 1) + "\r\n\r\n")).startsWith("HTTP/1.1 431 ");
        assertThat(raw("\r\n".repeat(DataHandler.MAX_HEAD))).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void requestsFollowEachOtherOnAConnection() throws Exception {
        String request = "GET /data?size=0x HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String last = "\n\nGET http://LOCALHOST:80/data?size=3 HTTP/1.0\nHost: evil.example\n\n";
        String answers = raw("\r\n\r\n" + request + request + last);
        assertThat(answers.split("HTTP/1.1 400 Bad Request", -1)).hasSize(3);
        assertThat(answers)
                .contains("HTTP/1.1 200 OK")
                .contains("Connection: close")
                .contains("Content-Length: 3\r\n");
    }

    @Test
    void numbersAreWrittenAsInOptions() throws Exception {
        assertThat(get("/data?seed=0x10&size=1KiB").body()).isEqualTo(expected(16, 0, 1024));
        assertThat(get("/data?seed=16&size=1%20kb&offset=2K").body()).isEqualTo(expected(16, 2048, 1000));
    }

    @Test
    void connectionsBeyondTheLimitAreRefusedWithALine() throws Exception {
        server.close();
        server = DataServer.start(
                new ProducerSupply(
                        seed -> DataProducer.of(characterization).seed(seed).build()),
                new DataServer.Settings(0, 5, "1", Duration.ofMinutes(1), log::add),
                2);
        assertThat(server.connections()).isEqualTo(2);
        try (Socket first = connect();
                Socket second = connect()) {
            for (Socket socket : List.of(first, second)) {
                socket.getOutputStream().write(HUGE.getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
            for (int i = 1; i <= 20; i++) {
                // A new client each time; with a body, which must not turn the answer into a reset.
                String answer = raw("GET /data?size=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
                        + "x".repeat(100_000));
                assertThat(answer)
                        .startsWith("HTTP/1.1 503 ")
                        .contains("\r\nRetry-After: 5\r\n")
                        .endsWith("\r\n\r\nall 2 connections are taken: try again later\n");
                assertThat(server.refused()).isEqualTo(i);
            }
        }
        // The places of those who are gone become free, as soon as that is noticed.
        String answer = "";
        while (!answer.startsWith("HTTP/1.1 200")) {
            answer = raw("GET /data?size=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
    }

    @Test
    void aListenerThatFailsHarmsNoAnswer() throws Exception {
        server.close();
        server = start("1", Duration.ofMinutes(1), line -> {
            throw new IllegalStateException(line);
        });
        for (int i = 0; i < 3; i++) {
            assertThat(get("/data?size=10").body()).hasSize(10);
            assertThat(get("/data?size=x").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void anErrorOfTheVirtualMachineEndsOneAnswer() throws Exception {
        server.close();
        StreamSupply failing = new ProducerSupply(seed -> {
            if (seed == 13) {
                throw new OutOfMemoryError("as in a test");
            }
            return DataProducer.of(characterization).seed(seed).build();
        });
        server = DataServer.start(failing, new DataServer.Settings(0, 5, "1", Duration.ofMinutes(1), log::add), 2);
        for (int i = 0; i < 5; i++) {
            for (String path : List.of("/data?size=10&seed=13", "/object/x?size=10&seed=13")) {
                HttpResponse<byte[]> none = getWhenFree(path);
                assertThat(none.statusCode()).isEqualTo(500);
                assertThat(new String(none.body(), StandardCharsets.UTF_8))
                        .isEqualTo("the request cannot be answered: as in a test\n");
            }
            assertThat(getWhenFree("/data?size=10").body()).isEqualTo(expected(5, 0, 10));
        }
        assertThat(log).anyMatch(line -> line.contains(": 500, failed: java.lang.OutOfMemoryError"));
    }

    @Test
    void anAnswerThatCannotBeGeneratedNamesTheCauseAndNoClass() throws Exception {
        server.close();
        StreamSupply damaged = new ProducerSupply(seed -> {
            throw new UncheckedIOException(new IOException("c.ds: damaged extent at byte 96"));
        });
        server = DataServer.start(damaged, new DataServer.Settings(0, 5, "1", Duration.ofMinutes(1), log::add), 2);
        HttpResponse<byte[]> none = getWhenFree("/data?size=10");
        assertThat(none.statusCode()).isEqualTo(500);
        assertThat(new String(none.body(), StandardCharsets.UTF_8))
                .isEqualTo("the request cannot be answered: c.ds: damaged extent at byte 96\n");
    }

    /** Asks until a place is free: a connection that ended keeps its place until the server has noticed. */
    private HttpResponse<byte[]> getWhenFree(String path) throws Exception {
        HttpResponse<byte[]> answer = get(path);
        while (answer.statusCode() == 503) {
            answer = get(path);
        }
        return answer;
    }

    private String raw(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private Socket connect() throws IOException {
        return new Socket(server.uri().getHost(), server.uri().getPort());
    }

    @Test
    void manyAtOnceGetWhatTheyAskFor() throws Exception {
        List<CompletableFuture<HttpResponse<byte[]>>> responses = new ArrayList<>();
        for (int seed = 0; seed < 40; seed++) {
            URI uri = server.uri().resolve("/data?size=200000&seed=" + seed % 7);
            responses.add(
                    client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray()));
        }
        for (int seed = 0; seed < 40; seed++) {
            assertThat(responses.get(seed).get().body()).isEqualTo(expected(seed % 7, 0, 200_000));
        }
    }

    @Test
    void clientsThatDoNotReadDoNotKeepOthersWaiting() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                Socket socket = connect();
                sockets.add(socket);
                socket.getOutputStream().write(HUGE.getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(get("/data?size=" + SIZE).body()).hasSize(SIZE);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void aClientThatReadsNothingIsCutOff() throws Exception {
        LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        server.close();
        server = start("1", Duration.ofMillis(50), lines::add);
        try (Socket socket = connect()) {
            socket.getOutputStream().write(HUGE.getBytes(StandardCharsets.US_ASCII));
            assertThat(lines.poll(5, TimeUnit.MINUTES)).contains("200, broken off");
            // The bytes in the kernel can still be read, and then the connection ends, long before the promised size.
            assertThatThrownBy(() -> {
                        InputStream in = socket.getInputStream();
                        while (in.read() >= 0) {}
                        throw new IOException("end");
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThat(get("/data?size=" + SIZE).body()).hasSize(SIZE);
    }

    @Test
    void aClientThatGoesAwayIsNoTrouble() throws Exception {
        LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        server.close();
        server = start("1", Duration.ofMinutes(10), lines::add);
        try (Socket socket = connect()) {
            socket.getOutputStream().write(HUGE.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readNBytes(100_000);
        }
        assertThat(lines.poll(5, TimeUnit.MINUTES)).contains("200, broken off");
        assertThat(get("/data?size=" + SIZE).body()).isEqualTo(expected(5, 0, SIZE));
    }

    @Test
    void closingEndsAnswers() throws Exception {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(HUGE.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readNBytes(100_000);
            server.close();
            assertThatThrownBy(() -> {
                        InputStream in = socket.getInputStream();
                        while (in.read() >= 0) {}
                        throw new IOException("end");
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
    }

    @Test
    void whatCannotWorkFailsAtTheStart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataServer.Settings(65536, 0, "", Duration.ofSeconds(1), line -> {}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataServer.Settings(0, 0, "", Duration.ZERO, line -> {}));
        int port = server.uri().getPort();
        assertThatThrownBy(() -> DataServer.start(
                        DataProducer.of(characterization),
                        new DataServer.Settings(port, 0, "", Duration.ofSeconds(1), line -> {})))
                .isInstanceOf(BindException.class);
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}

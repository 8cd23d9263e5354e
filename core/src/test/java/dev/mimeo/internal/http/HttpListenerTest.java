package dev.mimeo.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
@Tag("thorough")
final class HttpListenerTest {

    private static final String POST = "POST /length HTTP/1.1\r\nHost: localhost\r\n";

    private final LinkedBlockingQueue<String> log = new LinkedBlockingQueue<>();
    private final CountDownLatch busy = new CountDownLatch(2);
    private final CountDownLatch free = new CountDownLatch(1);

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpListener listener;

    @BeforeEach
    void start() throws IOException {
        listener = HttpListener.start(
                0, new HttpListener.Limits(2, 1000, Duration.ofMinutes(1)), this::answer, log::add, log::add);
    }

    @AfterEach
    void stop() {
        free.countDown();
        listener.close();
    }

    /** Answers with the length of the body; a request for {@code /busy} waits. */
    private long answer(RequestExchange exchange) throws IOException, RequestException {
        if (exchange.request().localTarget().equals("/busy")) {
            busy.countDown();
            try {
                free.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        int length = exchange.request().localTarget().equals("/unread")
                ? 0
                : exchange.body().readAllBytes().length;
        return exchange.response().send(200, "text/plain", length + "\n");
    }

    private Socket connect(String request) throws IOException {
        Socket socket = new Socket(listener.uri().getHost(), listener.uri().getPort());
        socket.getOutputStream().write(request.replace("|", "\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private String answerTo(String request) throws IOException {
        try (Socket socket = connect(request)) {
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static void assertEnded(Socket socket) throws IOException {
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void whoSendsNoRequestLosesThePlaceToTheNext() throws Exception {
        try (Socket first = connect("");
                Socket second = connect("");
                Socket third = connect("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            assertThat(third.getInputStream().read()).isEqualTo('H');
            assertEnded(first);
            try (Socket fourth = connect("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
                assertThat(fourth.getInputStream().read()).isEqualTo('H');
                assertEnded(second);
            }
        }
        assertThat(listener.refused()).isZero();
    }

    @Test
    void whoWaitsForAnAnswerKeepsThePlace() throws Exception {
        try (Socket first = connect("GET /busy HTTP/1.0\r\nHost: localhost\r\n\r\n");
                Socket second = connect("GET /busy HTTP/1.0\r\nHost: localhost\r\n\r\n")) {
            busy.await();
            assertThat(answerTo("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .startsWith("HTTP/1.1 503 ")
                    .endsWith("\r\n\r\nall 2 connections are taken: try again later\n");
            free.countDown();
            for (Socket socket : new Socket[] {first, second}) {
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith("\r\n\r\n0\n");
            }
        }
        assertThat(listener.refused()).isEqualTo(1);
    }

    /** Clients that stay connected after a refusal do not delay others. With 2 seconds for each, this would take longer than a minute. */
    @Test
    void manyAreRefusedThatStay() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                sockets.add(connect("GET /busy HTTP/1.0|Host: localhost||"));
            }
            busy.await();
            for (int i = 0; i < 300; i++) {
                sockets.add(connect("GET / HTTP/1.1|Host: localhost||"));
            }
            for (Socket socket : sockets.subList(2, sockets.size())) {
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .startsWith("HTTP/1.1 503 ")
                        .endsWith("try again later\n");
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        assertThat(listener.refused()).isEqualTo(300);
    }

    /** As above, clients that are refused and send half a request. */
    @Test
    void manyAreRefusedThatSendNoRequest() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                sockets.add(connect("GET /busy HTTP/1.0|Host: localhost||"));
            }
            busy.await();
            for (int i = 0; i < 300; i++) {
                sockets.add(connect("GET / HTTP/1.1|Ho"));
            }
            assertThat(answerTo("GET / HTTP/1.1|Host: localhost||")).startsWith("HTTP/1.1 503 ");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        assertThat(listener.refused()).isEqualTo(301);
    }

    @Test
    void stalledRequestsEnd() throws Exception {
        try (Socket head = connect("GET / HTTP/1.1\r\nHo");
                Socket body = connect(POST + "Content-Length: 5\r\n\r\nabc")) {
            assertEnded(head);
            assertEnded(body);
        }
        assertThat(log.take()).contains("/length: 0, broken off: the client was waited for too long");
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Length: 0||, 0",
        "Content-Length: 3||abc, 3",
        "Transfer-Encoding: chunked||0||, 0",
        "Transfer-Encoding: chunked||3|abc|10;x=y|0123456789abcdef|0|Trailer: x||, 19",
        "Expect: 100-continue|Content-Length: 3||abc, 3"
    })
    void bodiesAreReadToTheirEnd(String rest, int length) throws IOException {
        String answers = answerTo(POST + rest + "GET /last HTTP/1.0|Host: localhost||");
        assertThat(answers.startsWith("HTTP/1.1 100 Continue\r\n\r\n")).isEqualTo(rest.startsWith("Expect"));
        assertThat(answers)
                .contains("Connection: keep-alive\r\n\r\n" + length + "\n")
                .endsWith("\r\nConnection: close\r\n\r\n0\n");
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Length: 5||abc",
        "Transfer-Encoding: chunked||5|abc",
        "Transfer-Encoding: chunked||3|abcd|0||",
        "Transfer-Encoding: chunked||-3|abc|0||",
        "Transfer-Encoding: chunked||ffffffffffffffff|abc",
        "Transfer-Encoding: chunked||3|abc|0|no end"
    })
    void damagedBodiesEndTheConnection(String rest) throws IOException {
        assertThat(answerTo(POST + rest)).isEmpty();
        assertThat(log).singleElement().asString().contains("/length: 0, broken off: ");
    }

    @Test
    void aBodyThatIsNotReadIsNoRequest() throws IOException {
        assertThat(answerTo(
                        "POST /unread HTTP/1.1|Host: localhost|Content-Length: 40||GET / HTTP/1.1|Host: localhost||"))
                .endsWith("\r\nConnection: close\r\n\r\n0\n")
                .containsOnlyOnce("HTTP/1.1 ");
    }

    @Test
    void headsHaveALimit() throws IOException {
        String head = "GET / HTTP/1.0|Host: localhost|X: ";
        String longest = "x".repeat(1000 - head.replace("|", "\r\n").length() - 4);
        assertThat(answerTo(head + longest + "||")).startsWith("HTTP/1.1 200 ");
        assertThat(answerTo(head + longest + "x||"))
                .startsWith("HTTP/1.1 431 ")
                .endsWith("the head of a request has at most 1000 bytes\n");
    }

    @ParameterizedTest
    @CsvSource({"Content-Length: -1", "Content-Length: x", "Content-Length: 1|Content-Length: 2"})
    void wrongLengthsAreRefused(String field) throws IOException {
        assertThat(answerTo(POST + field + "||ab")).startsWith("HTTP/1.1 400 ");
    }
}

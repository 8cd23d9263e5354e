package dev.mimeo.cli.garage;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mimeo garage fetch} against a server without samples; {@code RealPrometheusTest} reads some from a real one. */
final class GarageFetchTest {

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            boolean isAllowed = "Bearer xyz".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(isAllowed ? 200 : 401, isAllowed ? 1 : -1);
            if (isAllowed) {
                // No bytes in Snappy.
                exchange.getResponseBody().write(0);
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private TestRun fetch(String... more) {
        String[] line = new String[more.length + 5];
        line[0] = "garage";
        line[1] = "fetch";
        line[2] = "http://127.0.0.1:" + server.getAddress().getPort();
        line[3] = "--from=2026-03-01";
        line[4] = "--to=2026-03-01T02:00:00Z";
        System.arraycopy(more, 0, line, 5, more.length);
        return TestRun.of(line);
    }

    @Test
    void aFileIsWrittenWithTheHeadersOfAFile() throws IOException {
        Path headers = Files.writeString(folder.resolve("headers"), "\nAuthorization: Bearer xyz\n");
        Path samples = folder.resolve("samples.jsonl");
        TestRun run = fetch("up", "--headers", headers.toString(), "-o", samples.toString(), "--json");
        assertThat(run.err()).isEqualTo("0 samples\n");
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("\"samples\" : 0");
        assertThat(samples).isEmptyFile();
        assertThat(fetch("--headers", headers.toString(), "-o", samples.toString())
                        .err())
                .contains("exists already");
    }

    @Test
    void failuresLeaveNoFile() throws IOException {
        TestRun refused = fetch("-o", folder.resolve("samples.jsonl").toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("/api/v1/read: answers with status 401: give the headers");
        Path headers = Files.writeString(folder.resolve("headers"), "A: b\n\nsecret\n");
        TestRun wrong = fetch("--headers", headers.toString());
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("headers: line 3 is not a header").doesNotContain("secret");
        Files.write(headers, new byte[] {'A', ':', (byte) 0xff});
        assertThat(fetch("--headers", headers.toString()).err())
                .endsWith("headers: is not UTF-8 text: name a file of headers\n");
        TestRun address = TestRun.of("garage", "fetch", "ht tp://server", "--from=2026-03-01");
        assertThat(address.code()).isEqualTo(2);
        assertThat(address.err())
                .startsWith(
                        "mimeo garage fetch: 'ht tp://server' is not the address of a server, such as http://localhost:9090\n");
        server.stop(0);
        assertThat(fetch().err()).contains("cannot be reached: check the address, and that the server runs");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(headers);
        }
    }
}

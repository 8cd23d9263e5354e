package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.cli.TestRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** The server as a process. */
@Timeout(300)
@Tag("thorough")
final class ServeTest {

    @Test
    void servesWhatGeneratePrintsUntilItIsTold() throws Exception {
        Process process = start(List.of(), "logs", "--port", "0", "--json", "--seed", "7", "--debug");
        try (BufferedReader out = reader(process)) {
            URI uri = address(out);
            assertThat(uri.getHost()).isEqualTo("127.0.0.1");
            byte[] data = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(uri.resolve("/data?size=100000&offset=5"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray())
                    .body();
            TestRun generated =
                    TestRun.of("generate", "logs", "--seed", "7", "--offset", "5", "--size", "100000", "-o", "-");
            assertThat(data).isEqualTo(generated.bytes().toByteArray());
            try (BufferedReader err =
                    new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                assertThat(err.readLine()).matches(uri + "/data\\?size=1048576: generator [a-z]+, seed 7; .*");
                assertThat(err.readLine()).startsWith("GET /data?size=100000&offset=5: 200, 100000 bytes");
                // Not Process.destroy, which closes the streams.
                assertThat(process.toHandle().destroy()).isTrue();
                assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            }
            // 128 + SIGTERM; Ctrl-C is SIGINT, hence 130, but a test may inherit that signal ignored.
            assertThat(process.exitValue()).isEqualTo(143);
            assertThat(out.readLine()).as("one document alone").isNull();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void servesASegment(@TempDir Path folder) throws Exception {
        String segment = folder.resolve("logs.seg").toString();
        assertThat(TestRun.of("segment", "logs", "--size", "64KiB", "-o", segment)
                        .code())
                .isZero();
        Process process = start(List.of(), segment, "--port", "0", "--json", "--seed", "7");
        try (BufferedReader out = reader(process)) {
            HttpResponse<byte[]> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(address(out).resolve("/data?size=100000&offset=5"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray());
            TestRun generated =
                    TestRun.of("generate", segment, "--seed", "7", "--offset", "5", "--size", "100000", "-o", "-");
            assertThat(response.body()).isEqualTo(generated.bytes().toByteArray());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @Tag("slow")
    void requestsThatNeverEndDoNotKeepOthersWaiting() throws Exception {
        Process process = start(List.of(), "logs", "--port", "0", "--json", "--quiet");
        List<Socket> sockets = new ArrayList<>();
        try (BufferedReader out = reader(process)) {
            URI uri = address(out);
            for (int i = 0; i < 100; i++) {
                Socket socket = new Socket(uri.getHost(), uri.getPort());
                sockets.add(socket);
                socket.getOutputStream().write("GET /data?si".getBytes(StandardCharsets.US_ASCII));
            }
            HttpResponse<byte[]> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(uri.resolve("/data?size=1000"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray());
            assertThat(response.body()).hasSize(1000);
            // Each is closed by the server in the end: read returns, with the end or an error.
            try {
                assertThat(sockets.get(0).getInputStream().read()).isEqualTo(-1);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("reset");
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
            process.destroyForcibly();
        }
    }

    /** {@code images} with {@code mimic} takes the most memory of what comes with Mimeo: 1.6 MB for a client. */
    @ParameterizedTest
    @CsvSource({"256, 256", "24, 46"})
    @Tag("slow")
    void clientsThatReadNothingNeitherFillTheMemoryNorKeepOthersWaiting(int heapMib, int connections) throws Exception {
        Process process = start(
                List.of("-Xmx" + heapMib + "m"), "images", "--generator", "mimic", "--port", "0", "--json", "--quiet");
        List<Socket> sockets = new ArrayList<>();
        try (BufferedReader out = reader(process);
                BufferedReader err =
                        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            URI uri = address(out);
            int answered = 0;
            int refused = 0;
            for (int i = 0; i < 300; i++) {
                Socket socket = new Socket(uri.getHost(), uri.getPort());
                sockets.add(socket);
                socket.getOutputStream()
                        .write(("GET /data?size=1PiB&seed=" + i + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            for (Socket socket : sockets) {
                String status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
                if (status.equals("HTTP/1.1 200")) {
                    answered++;
                } else {
                    refused++;
                    String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                    assertThat(status + rest)
                            .startsWith("HTTP/1.1 503 ")
                            .contains("\r\nRetry-After: 5\r\n")
                            .endsWith("\r\n\r\nall " + connections + " connections are taken: try again later\n");
                    socket.close();
                }
            }
            // The maximum that a garbage collector reports may be a little less than requested.
            assertThat(answered).isBetween(connections * 9 / 10, connections);
            assertThat(answered + refused).isEqualTo(300);
            // Those that read nothing are cut off for the sake of others, all of which then get their data.
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest request =
                    HttpRequest.newBuilder(uri.resolve("/data?size=300000")).build();
            HttpResponse<byte[]> response;
            do {
                response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                assertThat(response.statusCode()).isIn(200, 503);
            } while (response.statusCode() == 503);
            assertThat(response.body()).hasSize(300_000);
            for (Socket socket : sockets) {
                socket.close();
            }
            assertThat(err.readLine())
                    .matches("mimeo: warning: \\d+ connections were refused with status 503, as " + connections
                            + " others were open; .*");
            assertThat(process.isAlive()).isTrue();
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
            process.destroyForcibly();
        }
    }

    @Test
    void aPortThatIsTakenIsALine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TestRun run = TestRun.of("serve", "logs", "--port", "" + taken.getLocalPort());
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err())
                    .isEqualTo("mimeo: port " + taken.getLocalPort()
                            + ": is taken or not allowed: choose another with --port, or 0 for any\n");
        }
        assertThat(TestRun.of("serve", "logs", "--port", "65536").code()).isEqualTo(2);
        assertThat(TestRun.of("serve", "nosuch").code()).isEqualTo(1);
        assertThat(TestRun.of("serve", "logs", "--generator", "mimic,x=1").code())
                .isEqualTo(2);
    }

    private static Process start(List<String> options, String... args) throws IOException {
        List<String> line = MimeoProcess.command(options.toArray(new String[0]));
        line.add("serve");
        line.addAll(List.of(args));
        return new ProcessBuilder(line).start();
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static URI address(BufferedReader out) throws IOException {
        StringBuilder document = new StringBuilder();
        for (String line = out.readLine(); line != null; line = line.equals("}") ? null : out.readLine()) {
            document.append(line);
        }
        return URI.create(
                JsonMapper.shared().readTree(document.toString()).get("url").asString());
    }
}

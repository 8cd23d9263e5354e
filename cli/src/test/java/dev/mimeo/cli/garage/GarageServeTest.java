package dev.mimeo.cli.garage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.cli.TestRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The server of a garage as a process. */
@Timeout(300)
@Tag("thorough")
final class GarageServeTest {

    @TempDir
    private Path folder;

    private Path garage() throws IOException {
        Path csv = Files.writeString(
                folder.resolve("c.csv"),
                "serverID,sampleTime,load\nweb,2026-03-01T00:00:00,1.5\nweb,2026-03-01T00:01:00,2.5\n");
        Path garage = folder.resolve("garage");
        assertThat(TestRun.of("garage", "pack", csv.toString(), "-o", garage.toString())
                        .code())
                .isZero();
        return garage;
    }

    @Test
    void answersUntilItIsTold() throws Exception {
        Path garage = garage();
        Process process = MimeoProcess.builder("garage", "serve", garage.toString(), "--port", "0", "--json")
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder document = new StringBuilder();
            for (String line = out.readLine(); line != null; line = line.equals("}") ? null : out.readLine()) {
                document.append(line);
            }
            URI uri = URI.create(
                    new JsonMapper().readTree(document.toString()).path("url").asString());
            assertThat(uri.getHost()).isEqualTo("127.0.0.1");
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(uri.resolve("/api/v1/query?query=load&time=2026-03-01T00:01:30Z"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(response.body())
                    .contains("{\"__name__\":\"load\",\"instance\":\"web\"}")
                    .contains("\"2.5\"");
            try (BufferedReader err =
                    new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                assertThat(err.readLine()).startsWith(uri + ": the address of a data source");
                assertThat(process.toHandle().destroy()).isTrue();
                assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            }
            // 128 + SIGTERM.
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void wrongArgumentsAreNamed() {
        TestRun missing = TestRun.of("garage", "serve", folder.resolve("none").toString());
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("none").contains("no such file or directory");
        TestRun port = TestRun.of("garage", "serve", folder.toString(), "--port", "70000");
        assertThat(port.code()).isEqualTo(2);
        assertThat(port.err()).contains("--port: expected 0 to 65535, got 70000");
    }

    @Test
    void noGarageIsAnError() throws Exception {
        Path text = Files.writeString(folder.resolve("text.csv"), "serverID,sampleTime,load\n");
        TestRun file = TestRun.of("garage", "serve", text.toString(), "--port", "0");
        assertThat(file.code()).isEqualTo(1);
        assertThat(file.err()).hasLineCount(1).contains("text.csv: is not a directory");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        TestRun none = TestRun.of("garage", "serve", empty.toString(), "--port", "0");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err())
                .hasLineCount(1)
                .contains("empty: no packed file that can be read: make some with mimeo garage pack");
    }

    @Test
    void takenPortIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            TestRun run = TestRun.of("garage", "serve", garage().toString(), "--port", port);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("port " + port + ": is taken").contains("choose another with --port");
        }
    }
}

package dev.mimeo.integrations.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A server of the protocol of Amazon S3 (moto) on the loopback interface, and what it says about its buckets. */
final class ObjectStore implements AutoCloseable {

    private static final Path PYTHON = MarkdownPage.ROOT
            .resolve("target/object-store-tools/bin/python")
            .toAbsolutePath()
            .normalize();
    /** Serves until its input ends, also where this process was killed. */
    private static final String SERVER = """
            import logging, sys
            from moto.server import ThreadedMotoServer
            logging.getLogger("werkzeug").setLevel(logging.ERROR)
            server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
            server.start()
            print("http://%s:%d" % server.get_host_and_port(), flush=True)
            sys.stdin.read()
            server.stop()
            """;

    private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final URI address;

    private ObjectStore(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Starts a server; the test is skipped where it is not installed. */
    static ObjectStore start() throws IOException {
        assumeTrue(Files.isExecutable(PYTHON), "there is no S3 server: .ci/object-store-tools installs it");
        Process process = new ProcessBuilder(PYTHON.toString(), "-c", SERVER)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String address = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (address == null) {
            throw new IOException("the S3 server has ended");
        }
        return new ObjectStore(process, URI.create(address));
    }

    URI address() {
        return address;
    }

    private String send(String method, String target) throws IOException {
        return new String(bytes(method, target), StandardCharsets.UTF_8);
    }

    private byte[] bytes(String method, String target) throws IOException {
        try {
            HttpResponse<byte[]> response = client.send(
                    HttpRequest.newBuilder(address.resolve(target))
                            // Any key will do, but without one, objects are not public.
                            .header("Authorization", "AWS key:signature")
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IOException(method + " " + target + ": status " + response.statusCode());
            }
            return response.body();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    void createBucket(String bucket) throws IOException {
        send("PUT", "/" + bucket);
    }

    /** Returns the content of an object. */
    byte[] content(String bucket, String key) throws IOException {
        return bytes("GET", "/" + bucket + "/" + key);
    }

    /** Returns the keys of the objects whose keys have a prefix, sorted. */
    List<String> objects(String bucket, String prefix) throws IOException {
        return keys(send("GET", "/" + bucket + "?list-type=2&prefix=" + prefix));
    }

    /** Returns the keys of the uploads that are neither completed nor aborted. */
    List<String> uploads(String bucket) throws IOException {
        return keys(send("GET", "/" + bucket + "?uploads"));
    }

    private static List<String> keys(String listing) {
        return KEY.matcher(listing)
                .results()
                .map((MatchResult key) -> key.group(1))
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

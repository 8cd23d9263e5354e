package dev.mimeo.cli.feed;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StreamSettings;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.cli.command.Version;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.integrations.http.DataServer;
import dev.mimeo.internal.bytes.Digests;
import java.io.IOException;
import java.net.BindException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Serves synthetic data over HTTP. */
@Command(
        name = "serve",
        customSynopsis = "mimeo serve C.ds [--port P] [OPTIONS]",
        description = {
            "Serves synthetic data over HTTP on this machine.",
            "",
            "GET /data?size=BYTES[&offset=O][&seed=S] returns the bytes that generate writes.",
            "GET /object/KEY?size=BYTES[&seed=S] returns the content of the object KEY, the",
            "same bytes each time. Ranges and HEAD work as for files. Sizes and seeds are",
            "written as in options. Ctrl-C ends the server."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo serve logs.ds",
            "  curl -o sample.bin 'http://127.0.0.1:8080/data?size=1048576'",
            "  curl -r 0-4095 'http://127.0.0.1:8080/object/backup/1.tar?size=1000000'",
            "  mimeo serve prose --printable --port 0 --json"
        })
@WithoutOptions({"--progress", "--force"})
final class ServeCommand extends MimeoSubcommand {

    private static final Duration STALL = Duration.ofSeconds(30);

    private static final int REPORT_SECONDS = 5;

    @Parameters(
            paramLabel = "C.ds",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, the name of a bundled one, or -.")
    private String characterization = "";

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "Port on the loopback interface, 0 for any free port (default: 8080).")
    private int port = 8080;

    @Mixin
    private StreamSettings settings = new StreamSettings();

    ServeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        GeneratorChoice choice = settings.choice(DataProducer.Order.STORED, this);
        MessageDigest digest = Digests.sha256();
        try (Characterization source = Characterizations.open(characterization, terminal, digest);
                DataServer server = start(source, choice, HexFormat.of().formatHex(digest.digest()))) {
            if (json) {
                ObjectNode document = Json.object();
                document.put("url", server.uri().toString());
                TextResults.write(terminal.out(), Json.render(document));
            }
            note(server.uri() + "/data?size=1048576: " + choice.recipe(source) + "; Ctrl-C ends\n");
            reportRefusals(server);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    /** Says from time to time how many connections were refused, until the thread is interrupted. */
    private void reportRefusals(DataServer server) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        long said = 0;
        while (!never.await(REPORT_SECONDS, TimeUnit.SECONDS)) {
            long refused = server.refused();
            if (refused > said) {
                terminal.err()
                        .println("mimeo: warning: " + refused + (refused == 1 ? " connection was" : " connections were")
                                + " refused with status 503, as " + server.connections()
                                + " others were open; close connections, or give Java more memory if there are fewer than "
                                + DataServer.MAX_CONNECTIONS);
                said = refused;
            }
        }
    }

    private DataServer start(Characterization source, GeneratorChoice choice, String hash) throws IOException {
        // The settings that determine the bytes, besides the seed and the request.
        String version = hash + " " + choice.generator() + " " + choice.printable() + " " + Version.ofMimeo();
        DataServer.Settings server =
                checked(() -> new DataServer.Settings(port, choice.seedFor(source), version, STALL, this::log));
        try {
            return DataServer.start(choice.builder(source, 1), server);
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        } catch (BindException e) {
            throw Errors.portTaken(port, e);
        }
    }

    private void log(String request) {
        if (debug) {
            terminal.err().println(request);
        }
    }
}

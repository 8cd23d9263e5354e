package dev.mimeo.cli.feed;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.SegmentArgument;
import dev.mimeo.cli.command.StreamSettings;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.cli.command.Version;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.segment.SegmentFile;
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
        customSynopsis = "mimeo serve C.ds|SEGMENT [--port P] [OPTIONS]",
        description = {
            "Serves synthetic data over HTTP on this machine.",
            "",
            "GET /data?size=BYTES[&offset=O][&seed=S] returns the bytes that generate writes.",
            "GET /object/KEY?size=BYTES[&seed=S] returns the content of the object KEY, the",
            "same bytes each time. Ranges and HEAD work as for files. Sizes and seeds are",
            "written as in options. Ctrl-C ends the server. From a segment (mimeo segment) it",
            "serves more than 1 GB/s per CPU."
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
            paramLabel = "C.ds|SEGMENT",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, the name of a bundled one, a segment (its seed is 0 by default), or -.")
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
        SegmentFile segment = SegmentArgument.open(characterization, this);
        if (segment != null) {
            long seed = choice.seedOr(0);
            DataServer.Settings server = serverSettings(seed, segment.identity());
            serve(() -> DataServer.start(segment, server), "seed " + Long.toUnsignedString(seed));
            return 0;
        }
        MessageDigest digest = Digests.sha256();
        try (Characterization source = Characterizations.open(characterization, terminal, digest)) {
            String hash = HexFormat.of().formatHex(digest.digest());
            DataServer.Settings server =
                    serverSettings(choice.seedFor(source), hash + " " + choice.generator() + " " + choice.printable());
            serve(() -> DataServer.start(choice.builder(source, 1), server), choice.recipe(source));
        }
        return 0;
    }

    /** Serves until the thread is interrupted. */
    private void serve(ReadingCheck<DataServer> starter, String recipe) throws IOException {
        try (DataServer server = checkedReading(starter)) {
            if (json) {
                ObjectNode document = Json.object();
                document.put("url", server.uri().toString());
                TextResults.write(terminal.out(), Json.render(document));
            }
            note(server.uri() + "/data?size=1048576: " + recipe + "; Ctrl-C ends\n");
            reportRefusals(server);
        } catch (BindException e) {
            throw Errors.portTaken(port, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    /** @param content identifies what is served, apart from the seed and the request */
    private DataServer.Settings serverSettings(long seed, String content) throws IOException {
        String version = content + " " + Version.ofMimeo();
        return checked(() -> new DataServer.Settings(port, seed, version, STALL, this::log));
    }

    private void log(String request) {
        if (debug) {
            terminal.err().println(request);
        }
    }
}

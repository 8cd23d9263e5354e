package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.cli.command.Version;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.prometheus.PrometheusServer;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers queries over a garage as Prometheus does. */
@Command(
        name = "serve",
        customSynopsis = "mimeo garage serve DIR [--port P] [OPTIONS]",
        description = {
            "Serves a garage on this machine as a data source for Grafana.",
            "",
            "Answers the HTTP API of Prometheus: selectors, rates and other functions of",
            "ranges, aggregations, arithmetic and comparisons. A server is label 'instance'.",
            "Nothing is written. Files that are new are noticed. Ctrl-C ends the server."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage serve garage",
            "  curl 'http://127.0.0.1:9090/api/v1/query?query=max(CPUUsage)&time=1772323200'",
            "  promtool query range --start 1772323200 --end 1772326800 --step 1m \\",
            "    http://127.0.0.1:9090 'sum by (instance) (rate(cpu_user[5m]))'"
        })
@WithoutOptions({"--progress", "--force"})
final class GarageServeCommand extends MimeoSubcommand {

    @Parameters(paramLabel = "DIR", description = "Root of the garage.")
    private String root = "";

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "Port on the loopback interface, 0 for any free port (default: 9090).")
    private int port = 9090;

    GarageServeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (port < 0 || port > 65535) {
            throw usageError("--port: expected 0 to 65535, got " + port);
        }
        Path folder = Outputs.path(root);
        if (!Files.exists(folder)) {
            throw new NoSuchFileException(root);
        }
        try (PrometheusServer server = PrometheusServer.start(
                folder, port, threads(), Version.ofMimeo(), line -> warn(Failures.oneLine(line)))) {
            if (json) {
                TextResults.write(
                        terminal.out(),
                        Json.render(Json.object().put("url", server.uri().toString())));
            }
            note(server.uri() + ": the address of a data source of type Prometheus; Ctrl-C ends\n");
            new CountDownLatch(1).await();
        } catch (BindException e) {
            throw Errors.portTaken(port, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }
}

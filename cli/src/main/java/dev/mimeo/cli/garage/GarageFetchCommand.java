package dev.mimeo.cli.garage;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextFiles;
import dev.mimeo.cli.command.TimePoint;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.prometheus.RemoteRead;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.channels.Channels;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Samples of a Prometheus server into a file that can be packed. */
@Command(
        name = "fetch",
        customSynopsis = "mimeo garage fetch URL [SELECTOR] --from T [--to T] [-o FILE] [OPTIONS]",
        description = {
            "Reads samples from a Prometheus server, for 'mimeo garage pack'.",
            "",
            "Uses remote read, which Thanos, Mimir and others have too. The output has",
            "lines of JSON, each with samples of one series, as VictoriaMetrics exports",
            "them: pack it with --format victoriametrics."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage fetch http://localhost:9090 --from 2026-03-01 --to 2026-03-02 \\",
            "    -o samples.jsonl",
            "  mimeo garage pack --format victoriametrics samples.jsonl -o garage",
            "  mimeo garage fetch https://prometheus.example.org/db '{job=\"node\"}' \\",
            "    --from 2026-03-01 --headers headers.txt | zstd > samples.jsonl.zst"
        })
@WithoutOptions("--threads")
final class GarageFetchCommand extends MimeoSubcommand {

    private static final long NANOS_PER_MILLI = 1_000_000;

    @Parameters(index = "0", paramLabel = "URL", description = "Server, with the prefix of its paths if it has one.")
    private String server = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SELECTOR",
            description = "Series to read, as in a query (default: all).")
    private String selector = "";

    @Option(
            names = "--from",
            paramLabel = "T",
            required = true,
            description = "First time: a day in UTC, such as 2026-03-01; seconds since 1970; or as in "
                    + "2026-03-01T12:00:00Z.")
    private String from = "";

    @Option(names = "--to", paramLabel = "T", description = "Time after the last one (default: now).")
    private @Nullable String to;

    @Option(
            names = "--headers",
            paramLabel = "FILE",
            description = "File with headers of each request, such as 'Authorization: Bearer TOKEN', one in a line.")
    private @Nullable String headersFile;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to a file (default: standard output).")
    private String output = "-";

    GarageFetchCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        long first = millis(from);
        long end = to == null ? Instant.now().toEpochMilli() : millis(to);
        Map<String, String> headers = headers();
        RemoteRead read = checked(() -> new RemoteRead(address(), selector, first, end, headers));
        RemoteRead.Report report;
        try (Output out = outputs.openText(output, force);
                Progress progress = stepProgress("fetch")) {
            report = read.write(
                    Channels.newOutputStream(out.channel()),
                    done -> progress.update(done / 1000, (end - first) / 1000));
            out.commit();
        }
        if (report.histograms() > 0) {
            warn(Counts.of(report.histograms(), "native histogram") + " left out: a garage has no place for them");
        }
        if (report.staleMarkers() > 0) {
            warn(Counts.of(report.staleMarkers(), "staleness marker") + " left out: a garage has values only");
        }
        if (json) {
            print(Json.render(Json.object()
                    .put("output", output)
                    .put("samples", report.samples())
                    .put("lines", report.lines())
                    .put("histograms", report.histograms())
                    .put("staleMarkers", report.staleMarkers())));
        }
        note(Counts.of(report.samples(), "sample") + "\n");
        return 0;
    }

    private URI address() {
        try {
            return new URI(server);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "'" + server + "' is not the address of a server, such as http://localhost:9090", e);
        }
    }

    /** Returns the first millisecond since 1970 that is not before a time. */
    private long millis(String time) {
        return -Math.floorDiv(-checked(() -> TimePoint.nanos(time)), NANOS_PER_MILLI);
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        if (headersFile == null) {
            return headers;
        }
        int number = 0;
        for (String line : TextFiles.lines(headersFile, "headers")) {
            number++;
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            } else if (!line.isBlank()) {
                // The line may be a secret.
                throw MimeoException.of(
                        headersFile,
                        MimeoException.Reason.CORRUPT,
                        "line " + number + " is not a header: expected a name, a colon and a value");
            }
        }
        return headers;
    }
}

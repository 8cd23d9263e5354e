package dev.mimeo.cli.dataseries;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.dataseries.Verification;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Verifies DataSeries files. */
@Command(
        name = "dsverify",
        customSynopsis = "mimeo dsverify FILE... [OPTIONS]",
        description = {
            "Verifies all checksums and values of DataSeries files.",
            "",
            "Prints a line per file: OK, or the offset of its first fault."
        },
        footer = {
            "",
            "Exit code 1 means that a file has a fault.",
            "",
            "Examples:",
            "  mimeo dsverify traces/*.ds",
            "  mimeo dsverify logs.ds --json | jq .files[0].ok"
        })
@WithoutOptions("--force")
final class DsverifyCommand extends MimeoSubcommand {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "DataSeries file.")
    private List<String> files = new ArrayList<>();

    DsverifyCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        ObjectNode document = Json.object();
        ArrayNode results = document.putArray("files");
        int code = 0;
        for (String file : files) {
            ObjectNode result = results.addObject().put("file", file);
            String line;
            try {
                Verification good = verify(trace(file));
                put(result, good);
                line = Failures.oneLine(file) + ": OK, " + Counts.of(good.extents(), "extent") + ", "
                        + Counts.of(good.rows(), "row");
            } catch (IOException e) {
                code = 1;
                line = describe(e);
                put(result, e, line);
            }
            if (!json) {
                print(line + "\n");
            }
        }
        if (json) {
            print(Json.render(document));
        }
        return code;
    }

    private Verification verify(Path file) throws IOException {
        try (Progress progress = byteProgress("verify")) {
            long size = Files.size(file);
            return Verification.of(file, threads(), bytes -> progress.update(bytes, size));
        }
    }

    private static void put(ObjectNode result, Verification good) {
        result.put("ok", true)
                .put("bytes", good.bytes())
                .put("extents", good.extents())
                .put("rows", good.rows())
                .put("chained", good.chained());
    }

    private static void put(ObjectNode result, IOException fault, String line) {
        result.put("ok", false).put("error", line);
        if (fault instanceof MimeoException placed && placed.offset() >= 0) {
            result.put("offset", placed.offset());
        } else {
            result.putNull("offset");
        }
    }
}

package dev.mimeo.cli.mimic;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.scan.DataScanner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.tukaani.xz.XZInputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** The main job on the bundled sample. */
@Command(
        name = "demo",
        customSynopsis = "mimeo demo [-o DIR] [OPTIONS]",
        description = {
            "Runs scan, generate and compare on a bundled sample.",
            "",
            "Takes less than a minute. Generates from the characterization alone. Leaves the",
            "sample, the characterization, the synthetic data and report.html in DIR."
        },
        footer = {"", "Examples:", "  mimeo demo", "  mimeo demo -o /tmp/demo --force"})
final class DemoCommand extends MimeoSubcommand {

    /** Names of the files of the sample, sorted; {@code sample/SAMPLE.md} says where they are from. */
    private static final List<String> SAMPLE = List.of(
            "alice29.txt",
            "asyoulik.txt",
            "dpkg.log",
            "ecoli536.txt",
            "fireworks.jpeg",
            "geo.protodata",
            "html",
            "kppkn.gtb",
            "lcet10.txt",
            "urls.10K",
            "world192.txt");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Folder to write to (default: mimeo-demo).")
    private String output = "mimeo-demo";

    DemoCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Path folder = Outputs.folder(output);
        if (Files.exists(folder) && !force) {
            throw new FileAlreadyExistsException(output);
        }
        if (Files.exists(folder)) {
            return run(folder);
        }
        outputs.makeFolder(folder);
        try {
            return run(folder);
        } finally {
            // Only if it is not complete.
            outputs.discard(folder);
        }
    }

    private int run(Path folder) throws IOException {
        Path original = folder.resolve("original");
        Files.createDirectories(original);
        unpackSample(original);
        Path characterization = folder.resolve("characterization.ds");
        Path synthetic = folder.resolve("synthetic.bin");
        Path report = folder.resolve("report.html");
        try (Output stencil = outputs.openBinary(characterization.toString(), force);
                Output data = outputs.openBinary(synthetic.toString(), force);
                ComparisonFiles files =
                        ComparisonFiles.open(Map.of(ComparisonFiles.Format.HTML, report.toString()), this)) {
            MimicRun run = new MimicRun(
                    this,
                    DataScanner.Options.defaults().withThreads(threads()).withName("mimeo demo"),
                    new NamedOptions(DataGenerators.DEFAULT, Map.of()),
                    ComparisonOptions.defaults().withBudget(Duration.ofMillis(250)));
            MimicRun.Outcome outcome = run.run(
                    original,
                    MimicRun.Target.ofKept(stencil, characterization),
                    MimicRun.Target.ofKept(data, synthetic),
                    1);
            files.write("mimeo demo", outcome.recipe(), Tolerance.GOAL, List.of(outcome.fidelity()), null);
            outputs.complete(folder);
            if (json) {
                ObjectNode document = outcome.json(Tolerance.GOAL);
                document.put("report", report.toString());
                print(Json.render(document));
            } else {
                print(outcome.fidelity().table(Tolerance.GOAL) + "\nreport: " + Failures.oneLine(report.toString())
                        + "\n");
            }
        }
        return 0;
    }

    /** Unpacks the sample into a folder that exists, replacing files of the same names. */
    private static void unpackSample(Path folder) throws IOException {
        for (String name : SAMPLE) {
            try (InputStream in = new XZInputStream(openSample(name + ".xz"))) {
                Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        try (InputStream in = openSample("SAMPLE.md")) {
            Files.copy(in, folder.resolveSibling("SAMPLE.md"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static InputStream openSample(String name) throws IOException {
        InputStream in = DemoCommand.class.getResourceAsStream("sample/" + name);
        if (in == null) {
            throw new MimeoException(
                    MimeoException.Reason.UNSUPPORTED, "the application lacks its sample " + name + ": build it again");
        }
        return in;
    }
}

package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.GeneratorOption;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Seed;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Scans, generates as much and compares. */
@Command(
        name = "mimic",
        customSynopsis = "mimeo mimic INPUT [-o OUT] [OPTIONS]",
        description = {"Scans data, generates as much, and compares the two."},
        footer = {
            "",
            "Ends with a verdict. Exit code 1 means that a deviation is larger than --tolerance;",
            "without that option the verdict is for ratio=5%%,time=15%% and does not change the",
            "exit code.",
            "",
            "Examples:",
            "  mimeo mimic /data/logs -o synthetic.bin",
            "  mimeo mimic db.img -o synthetic.img --sample 3000 --html report.html",
            "  mimeo mimic /data/logs -o synthetic.bin --keep logs.ds --tolerance ratio=10%%",
            "  mimeo mimic /data/logs -o synthetic.bin --seeds 5"
        })
final class MimicCommand extends MimeoSubcommand {

    /** Data sets that anybody waits for. */
    private static final int MOST_SEEDS = 1000;

    @Parameters(paramLabel = "INPUT", description = "File, directory or block device.")
    private String input = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File to write the synthetic data to (default: INPUT.synthetic).")
    private @Nullable String output;

    @Option(names = "--keep", paramLabel = "C.ds", description = "Keep the characterization in this file.")
    private @Nullable String keep;

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = Seed.class,
            description = "Seed of the sample and of the content (default: 0).")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Generate N times (1 to " + MOST_SEEDS + "), with S, S+1 and so on, compare each, and add the"
                    + " mean deviations with 95 %% confidence intervals. OUT and the verdict are of S (default: 1).")
    private int seeds = 1;

    @Mixin
    private GeneratorOption generator = new GeneratorOption();

    @Mixin
    private ScanSettings scanSettings = new ScanSettings();

    @Mixin
    private CompareSettings compareSettings = new CompareSettings();

    MimicCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (input.equals("-") || "-".equals(output)) {
            throw usageError("mimic reads INPUT and OUT twice: name files, not -");
        }
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw usageError("--seeds must be from 1 to " + MOST_SEEDS + ", got " + seeds);
        }
        String target = outputOr(output, input, "", ".synthetic");
        ScanConfiguration configuration = scanSettings.configuration();
        DataScanner.Options scanOptions = checked(() -> scanSettings.options(configuration, seed, threads()));
        ComparisonOptions comparisonOptions = checked(() -> compareSettings.options(scanOptions.chunkSize()));
        Tolerance tolerance = checked(compareSettings::tolerance);
        Tolerance goal = checked(compareSettings::goal);
        Map<ComparisonFiles.Format, String> names = checked(() -> compareSettings.files(json));
        NamedOptions named = checked(() -> NamedOptions.choose(generator.given(), configuration));
        checked(() -> DataGenerators.provider(named.name()));
        MimicRun run = new MimicRun(this, scanOptions, named, comparisonOptions);
        Path original = Outputs.path(input);
        if (Fidelity.isStream(original)) {
            throw usageError(input + " cannot be read twice: copy what it supplies to a file, and name that");
        }
        Fidelity.checkFiles(original, comparisonOptions, this);
        refuseInside(target, original);
        for (String name : names.values()) {
            refuseInside(name, original);
        }
        if (keep != null) {
            refuseInside(keep, original);
        }
        Path characterization = keep == null ? outputs.scratch("mimeo-characterization") : Outputs.path(keep);
        // All opened first: what cannot be written is known before the long work.
        try (Output stencil = outputs.openBinary(characterization.toString(), force || keep == null);
                Output data = outputs.openBinary(target, force);
                ComparisonFiles files = ComparisonFiles.open(names, this)) {
            MimicRun.Outcome outcome = run.run(
                    original,
                    new MimicRun.Target(stencil, characterization, keep != null),
                    MimicRun.Target.ofKept(data, Outputs.path(target)),
                    seeds);
            String title = String.valueOf(original.getFileName());
            files.write(title, outcome.recipe(), goal, List.of(outcome.fidelity()), outcome.seeds());
            if (json) {
                print(Json.render(outcome.json(goal)));
            } else if (!names.containsValue("-")) {
                print(outcome.table(goal));
            }
            List<String> violations = outcome.fidelity().violations(tolerance);
            violations.forEach(violation -> terminal.err().println("mimeo: out of tolerance: " + violation));
            return violations.isEmpty() ? 0 : 1;
        } finally {
            if (keep == null) {
                outputs.discard(characterization);
            }
        }
    }
}

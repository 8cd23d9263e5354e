package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.Generation;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Recipes;
import dev.mimeo.fidelity.ComparisonJson;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonTable;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.fidelity.SeedDeviations;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.scan.BoundedCharacterization;
import dev.mimeo.scan.DataScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The main job: scan, generate as much from the characterization alone, compare.
 *
 * @param command whose streams and threads are used
 */
record MimicRun(
        MimeoSubcommand command,
        DataScanner.Options scanOptions,
        NamedOptions generator,
        ComparisonOptions comparisonOptions) {

    /**
     * The outcome of a run.
     *
     * @param fidelity fidelity of the data that is kept
     * @param seeds deviations of the data of all seeds; null if there was one
     * @param recipe the way to repeat it
     */
    record Outcome(
            Scan scan,
            Generation generation,
            Fidelity fidelity,
            @Nullable SeedDeviations seeds,
            PageRecipe recipe) {

        /** Returns the table of the comparison, with the deviations of all seeds if there are several. */
        String table(Tolerance goal) {
            return fidelity.table(goal) + (seeds == null ? "" : "\n" + ComparisonTable.render(seeds));
        }

        /** Returns the JSON document. */
        ObjectNode json(Tolerance goal) {
            ObjectNode document = Json.object();
            scan.put(document.putObject("scan"));
            generation.put(document.putObject("generate"));
            document.set("compare", fidelity.json(goal));
            if (seeds != null) {
                document.set("seeds", Json.parse(ComparisonJson.render(seeds)));
            }
            return document;
        }
    }

    /**
     * An output that is written.
     *
     * @param output open output
     * @param path its name once it is committed
     * @param kept whether it stays when all is done
     */
    record Target(Output output, Path path, boolean kept) {

        static Target ofKept(Output output, Path path) {
            return new Target(output, path, true);
        }
    }

    /**
     * Runs it; both outputs are committed.
     *
     * @param stencil takes the characterization
     * @param data takes the synthetic data
     * @param seeds number of data sets that are generated with consecutive seeds and compared, at least 1; the first is kept
     */
    Outcome run(Path original, Target stencil, Target data, int seeds) throws IOException {
        Scan run = Scan.run(List.of(original), scanOptions, stencil.output(), command);
        Scan scan = stencil.kept() ? run : run.unkept();
        stencil.output().commit();
        command.note(scan.describe());
        scan.leftOut().warn(command);
        scan.warnOfSmallFiles(command);
        Generation generation = generate(stencil.path(), GeneratorChoice.of(generator), data.output());
        command.note(generation.describe());
        try (DataSample before = Fidelity.opened(original, command);
                DataSample after = DataSample.open(data.path())) {
            Fidelity fidelity = Fidelity.run(generator.name(), before, after, comparisonOptions, command);
            SeedDeviations deviations = seeds == 1 ? null : others(seeds, stencil.path(), before, generation, fidelity);
            PageRecipe recipe = recipe(original, stencil, generation, data.path(), seeds);
            return new Outcome(scan, generation, fidelity, deviations, recipe);
        }
    }

    /** Generates with the seeds that follow, one data set after the other in a scratch file, and compares each. */
    private SeedDeviations others(
            int seeds, Path stencilPath, DataSample before, Generation generation, Fidelity fidelity)
            throws IOException {
        SeedDeviations deviations = SeedDeviations.of(generation.seed(), fidelity.result());
        ComparisonOptions options = comparisonOptions.withByFile(false);
        for (int i = 1; i < seeds; i++) {
            long seed = generation.seed() + i;
            Path path = command.outputs().scratch("mimeo-seed");
            try (Output output = command.outputs().openBinary(path.toString(), true)) {
                generate(stencilPath, GeneratorChoice.of(generator).withSeed(seed), output);
                try (DataSample after = DataSample.open(path)) {
                    Fidelity other = Fidelity.run("seed", before, after, options, command);
                    deviations = deviations.with(seed, other.result());
                }
            } finally {
                command.outputs().discard(path);
            }
            command.note("seed " + Long.toUnsignedString(seed) + ": generated and compared\n");
        }
        return deviations;
    }

    /** Returns the three commands that do the same. */
    private PageRecipe recipe(Path original, Target stencil, Generation generation, Path dataPath, int seeds)
            throws IOException {
        String characterization = stencil.kept() ? stencil.path().toString() : "characterization.ds";
        List<String> scan = new ArrayList<>(List.of("mimeo", "scan", original.toString(), "-o", characterization));
        scan.addAll(List.of("--chunk-size", Integer.toString(scanOptions.chunkSize())));
        scan.addAll(List.of("--seed", Long.toString(scanOptions.seed())));
        if (scanOptions.maxBytes() != BoundedCharacterization.DEFAULT_BYTES) {
            scan.addAll(List.of("--max-size", Long.toString(scanOptions.maxBytes())));
        }
        if (scanOptions.sample() > 0) {
            scan.addAll(List.of("--sample", Long.toString(scanOptions.sample())));
        }
        if (!scanOptions.scanners().equals(DataScanner.Options.DEFAULT_SCANNERS)) {
            scanOptions
                    .scanners()
                    .forEach(scanner -> scan.addAll(List.of("--scanner", text(scanner.name(), scanner.options()))));
        }
        List<String> generate = List.of(
                "mimeo",
                "generate",
                characterization,
                "--size",
                Long.toString(generation.bytes()),
                "-o",
                dataPath.toString(),
                "--generator",
                text(generator.name(), generator.options()));
        List<String> compare = List.of("mimeo", "compare", original.toString(), dataPath.toString());
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Seed", Long.toUnsignedString(generation.seed()));
        if (seeds > 1) {
            facts.put(
                    "Further seeds",
                    Long.toUnsignedString(generation.seed() + 1) + " to "
                            + Long.toUnsignedString(generation.seed() + seeds - 1)
                            + ", with generate --seed and compare for each");
        }
        facts.put("SHA-256 of the characterization", Recipes.sha256(stencil.path()));
        return Recipes.of(List.of(Recipes.line(scan), Recipes.line(generate), Recipes.line(compare)), facts);
    }

    private static String text(String name, Map<String, String> options) {
        StringBuilder text = new StringBuilder(name);
        new TreeMap<>(options)
                .forEach((option, value) ->
                        text.append(',').append(option).append('=').append(value));
        return text.toString();
    }

    /** Sees the characterization and nothing else of the original. */
    private Generation generate(Path stencilPath, GeneratorChoice choice, Output data) throws IOException {
        try (Characterization characterization = Characterization.open(stencilPath)) {
            Generation.Range all =
                    new Generation.Range(-1, 0, characterization.dataset().bytes());
            Generation generation = Generation.run(characterization, choice, all, data, command);
            data.commit();
            return generation;
        }
    }
}

package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.Generation;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Output;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.scan.DataScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

    /** What came of it. */
    record Outcome(Scan scan, Generation generation, Fidelity fidelity) {

        /** Returns the JSON document. */
        ObjectNode json() {
            ObjectNode document = Json.object();
            scan.put(document.putObject("scan"));
            generation.put(document.putObject("generate"));
            document.set("compare", fidelity.json());
            return document;
        }
    }

    /**
     * Runs it; both outputs are committed.
     *
     * @param stencil open output for the characterization
     * @param stencilPath its name once it is committed
     * @param keep whether the characterization stays when all is done
     * @param data open output for the synthetic data
     * @param dataPath its name once it is committed
     */
    Outcome run(Path original, Output stencil, Path stencilPath, boolean keep, Output data, Path dataPath)
            throws IOException {
        Scan run = Scan.run(List.of(original), null, false, scanOptions, stencil, command);
        Scan scan = keep ? run : run.unkept();
        stencil.commit();
        command.note(scan.describe());
        Generation generation = generate(stencilPath, data);
        command.note(generation.describe());
        try (DataSample before = Fidelity.opened(original, command);
                DataSample after = DataSample.open(dataPath)) {
            Fidelity fidelity = Fidelity.run(generator.name(), before, after, comparisonOptions, command);
            return new Outcome(scan, generation, fidelity);
        }
    }

    /** Sees the characterization and nothing else of the original. */
    private Generation generate(Path stencilPath, Output data) throws IOException {
        try (Characterization characterization = Characterization.open(stencilPath)) {
            Generation.Range all =
                    new Generation.Range(-1, 0, characterization.dataset().bytes());
            Generation generation = Generation.run(characterization, GeneratorChoice.of(generator), all, data, command);
            data.commit();
            return generation;
        }
    }
}

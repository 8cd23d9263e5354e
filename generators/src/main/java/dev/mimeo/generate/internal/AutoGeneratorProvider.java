package dev.mimeo.generate.internal;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerator;
import dev.mimeo.generate.DataGeneratorProvider;
import dev.mimeo.generate.DataGenerators;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** The generator {@code auto}: {@code mimic} where the characterization has what that follows, else {@code motif}. */
public final class AutoGeneratorProvider implements DataGeneratorProvider {

    /** For {@link java.util.ServiceLoader}. */
    public AutoGeneratorProvider() {}

    @Override
    public String name() {
        return "auto";
    }

    @Override
    public String description() {
        return "mimic where the characterization has what that follows, else motif";
    }

    @Override
    public Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options)
            throws IOException {
        new GeneratorOptions(name(), options).end();
        return chosen(characterization).prepare(characterization, options);
    }

    @Override
    public boolean leavesOutRepeats(Characterization characterization) throws IOException {
        return chosen(characterization).leavesOutRepeats(characterization);
    }

    private static DataGeneratorProvider chosen(Characterization characterization) throws IOException {
        boolean modelled = characterization.mimicModel() != null
                && (characterization.chunkCount() == 0
                        || characterization.chunk(0).bytes() != null);
        return DataGenerators.provider(modelled ? "mimic" : "motif");
    }
}

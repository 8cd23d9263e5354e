package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
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
        return resolve(characterization).prepare(characterization, options);
    }

    @Override
    public DataGeneratorProvider resolve(Characterization characterization) throws IOException {
        boolean modelled = characterization.mimicModel() != null
                && (characterization.chunkCount() == 0
                        || characterization.chunk(0).bytes() != null);
        return DataGenerators.provider(modelled ? "mimic" : "motif");
    }
}

package dev.mimeo.generate.internal;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerator;
import dev.mimeo.generate.DataGeneratorProvider;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** The generator {@code motif}: the algorithm of the SDGen paper, see {@link MotifGenerator}. */
public final class MotifGeneratorProvider implements DataGeneratorProvider {

    /** For {@link java.util.ServiceLoader}. */
    public MotifGeneratorProvider() {}

    @Override
    public String name() {
        return "motif";
    }

    @Override
    public String description() {
        return "the SDGen algorithm (FAST'15): prefixes of one repeated sequence in the scanned repetition lengths, and"
                + " fresh bytes from the byte histogram in the share of the zlib ratio";
    }

    @Override
    public Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options)
            throws IOException {
        new GeneratorOptions(name(), options).end();
        if (characterization.chunkCount() > 0) {
            // All chunks are scanned by the same scanners, so the first one stands for all.
            MotifGenerator.check(characterization.chunk(0));
        }
        return MotifGenerator::new;
    }

    @Override
    public boolean leavesOutRepeats(Characterization characterization) {
        return true;
    }
}

package dev.mimeo.integrations.http;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerator;
import dev.mimeo.generate.DataGeneratorProvider;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;

/** A generator that fails with an error of the virtual machine from a chunk on. */
public final class FailingGeneratorProvider implements DataGeneratorProvider {

    static final String NAME = "failing";

    /** For {@link java.util.ServiceLoader}. */
    public FailingGeneratorProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "fails from the chunk on whose number is the option";
    }

    @Override
    public Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options) {
        long from = Long.parseLong(options.getOrDefault("from", "0"));
        return () -> (chunk, seed, destination, offset, length) -> {
            if (chunk.number() >= from) {
                throw new InternalError("as in a test");
            }
            Arrays.fill(destination, offset, offset + length, (byte) 0);
        };
    }
}

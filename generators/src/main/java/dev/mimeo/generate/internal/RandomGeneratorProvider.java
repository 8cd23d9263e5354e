package dev.mimeo.generate.internal;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerator;
import dev.mimeo.generate.DataGeneratorProvider;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Map;
import java.util.function.Supplier;

/** The naive baseline {@code random}: bytes that no codec can compress. */
public final class RandomGeneratorProvider implements DataGeneratorProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RandomGeneratorProvider() {}

    @Override
    public String name() {
        return "random";
    }

    @Override
    public String description() {
        return "uniformly random bytes in chunks of the original sizes, as fio and dd if=/dev/urandom give:"
                + " incompressible";
    }

    @Override
    public Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options) {
        new GeneratorOptions(name(), options).end();
        return () -> (chunk, seed, destination, offset, length) -> SplitMix64.fill(seed, destination, offset, length);
    }
}

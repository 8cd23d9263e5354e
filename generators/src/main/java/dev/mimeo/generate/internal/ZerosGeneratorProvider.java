package dev.mimeo.generate.internal;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerator;
import dev.mimeo.generate.DataGeneratorProvider;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;

/** The naive baseline {@code zeros}: what benchmarks write that do not care about content. */
public final class ZerosGeneratorProvider implements DataGeneratorProvider {

    /** For {@link java.util.ServiceLoader}. */
    public ZerosGeneratorProvider() {}

    @Override
    public String name() {
        return "zeros";
    }

    @Override
    public String description() {
        return "zero bytes in chunks of the original sizes, as dd if=/dev/zero gives: compresses without limit";
    }

    @Override
    public Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options) {
        new GeneratorOptions(name(), options).end();
        return () -> (chunk, seed, destination, offset, length) ->
                Arrays.fill(destination, offset, offset + length, (byte) 0);
    }
}

package dev.mimeo.cli.command;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A choice of how to generate.
 *
 * @param generator with its options
 * @param seed null for that of the characterization
 * @param order order of the chunks
 * @param printable whether in printable characters
 */
public record GeneratorChoice(
        NamedOptions generator, @Nullable Long seed, DataProducer.Order order, boolean printable) {

    /** Returns the choice where nothing but a generator was chosen. */
    public static GeneratorChoice of(NamedOptions generator) {
        return new GeneratorChoice(generator, null, DataProducer.Order.STORED, false);
    }

    /** Returns the same choice with another order. */
    public GeneratorChoice in(DataProducer.Order other) {
        return new GeneratorChoice(generator, seed, other, printable);
    }

    /** Returns the same choice with a seed. */
    public GeneratorChoice withSeed(long other) {
        return new GeneratorChoice(generator, other, order, printable);
    }

    /** Returns the seed that decides the content. */
    public long seedFor(Characterization characterization) {
        return seedOr(characterization.dataset().seed());
    }

    /** Returns the seed that was chosen, or another. */
    public long seedOr(long other) {
        return seed == null ? other : seed;
    }

    /** Returns what builds producers. */
    public DataProducer.Builder builder(Characterization characterization, int threads) {
        return DataProducer.of(characterization)
                .generator(generator.name(), generator.options())
                .seed(seedFor(characterization))
                .order(order)
                .printable(printable)
                .threads(threads);
    }

    /** Builds a producer; what does not fit together is an error of usage. */
    public DataProducer producer(Characterization characterization, MimeoSubcommand command) throws IOException {
        try {
            return builder(characterization, command.threads()).build();
        } catch (IllegalArgumentException e) {
            throw command.usageError(String.valueOf(e.getMessage()));
        }
    }

    /** Returns a line that says how data is made, for files that go with it. */
    public String recipe(Characterization characterization) {
        return "generator " + generator.name() + (generator.options().isEmpty() ? "" : " " + generator.options())
                + ", seed " + Long.toUnsignedString(seedFor(characterization)) + (printable ? ", printable" : "");
    }
}

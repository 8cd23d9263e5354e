package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** Makes generators of one kind; found with {@link java.util.ServiceLoader}. Stateless and thread-safe. */
public interface DataGeneratorProvider {

    /** Returns the name used on the command line, for example {@code motif}. */
    String name();

    /** Returns one sentence for {@code --help}. */
    String description();

    /**
     * Checks the options and prepares what all generators of a run share.
     *
     * @param characterization source of the generated data
     * @param options by name; an unknown name is an error
     * @return makes a generator for one thread; thread-safe
     * @throws IllegalArgumentException if an option is unknown or wrong, or the characterization lacks what this
     *     generator needs; the message says which scanner would provide it
     * @throws IOException if the characterization cannot be read
     */
    Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options) throws IOException;

    /**
     * Returns whether generators of this kind want what repeats inside a chunk left out: long constant stretches, and long
     * copies of data of the same chunk. If so, they are given the statistics of the rest of the chunk and asked for as many
     * bytes, and the producer puts the stretches in between, so that blocks that are constant or equal are so in the
     * synthetic data. If not, they make such chunks as a whole. Copies of other chunks are the producer's in any case.
     *
     * @param characterization source of the generated data
     * @throws IOException if the characterization cannot be read
     */
    default boolean leavesOutRepeats(Characterization characterization) throws IOException {
        return false;
    }
}

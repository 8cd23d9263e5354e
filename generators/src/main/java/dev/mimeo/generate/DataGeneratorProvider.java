package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import java.util.Map;

/** Makes generators of one kind; found with {@link java.util.ServiceLoader}. Stateless and thread-safe. */
public interface DataGeneratorProvider {

    /** Returns the name used on the command line, for example {@code motif}. */
    String name();

    /** Returns one sentence for {@code --help}. */
    String description();

    /**
     * Makes a generator for one thread.
     *
     * @param characterization what will be generated from
     * @param options by name; an unknown name is an error
     * @throws IllegalArgumentException if an option is unknown or wrong, or the characterization lacks what this
     *     generator needs; the message says which scanner would provide it
     */
    DataGenerator create(Characterization characterization, Map<String, String> options);
}

package dev.mimeo.cli.command;

import dev.mimeo.generate.DataGenerators;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a generator; used as a mixin. */
public final class GeneratorOption {

    @Option(
            names = "--generator",
            completionCandidates = Names.class,
            paramLabel = "NAME[,opt=v]",
            description = "Generator and its options: auto, mimic, motif, mix, random or zeros (default: "
                    + DataGenerators.DEFAULT + ").")
    private @Nullable String given;

    /** The names of the generators. */
    public static final class Names extends ValueNames {
        /** Takes the names of all generators. */
        public Names() {
            super(DataGenerators::names);
        }
    }

    /** Returns the generator as it is given, with its options; null if it is not. */
    public @Nullable String given() {
        return given;
    }
}

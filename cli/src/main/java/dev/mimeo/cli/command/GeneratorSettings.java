package dev.mimeo.cli.command;

import dev.mimeo.generate.DataGenerators;
import dev.mimeo.scan.ScanConfiguration;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands that generate from a characterization. */
public final class GeneratorSettings {

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = Seed.class,
            description = "Seed of the generated content (default: the seed of the scan).")
    private @Nullable Long seed;

    @Option(
            names = "--generator",
            completionCandidates = GeneratorNames.class,
            paramLabel = "NAME[,opt=v]",
            description = "Generator and its options: auto, mimic, motif, mix, random or zeros (default: "
                    + DataGenerators.DEFAULT + ").")
    private @Nullable String generator;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "JSON file that names the generator and its options; --generator wins.")
    private @Nullable String config;

    /** The names of the generators. */
    public static final class GeneratorNames extends ValueNames {
        /** Takes the names of all generators. */
        public GeneratorNames() {
            super(DataGenerators::names);
        }
    }

    /** Returns the seed, or null for that of the characterization. */
    public @Nullable Long seed() {
        return seed;
    }

    /** Returns the generator that was chosen; what is none is an error of usage. */
    public NamedOptions generator(MimeoSubcommand command) throws IOException {
        ScanConfiguration configuration = config == null
                ? new ScanConfiguration(List.of(), null, Map.of())
                : ScanConfiguration.read(Outputs.path(config));
        NamedOptions named = command.checked(() -> NamedOptions.choose(generator, configuration));
        command.checked(() -> DataGenerators.provider(named.name()));
        return named;
    }
}

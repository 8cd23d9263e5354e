package dev.mimeo.cli.command;

import dev.mimeo.generate.DataGenerators;
import dev.mimeo.scan.ScanConfiguration;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of all commands that generate from a characterization. */
public final class GeneratorSettings {

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = Seed.class,
            description = "Seed of the generated content (default: the seed of the scan).")
    private @Nullable Long seed;

    @Mixin
    private GeneratorOption generator = new GeneratorOption();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "JSON file that names the generator and its options; --generator wins.")
    private @Nullable String config;

    /** Returns the seed, or null for that of the characterization. */
    public @Nullable Long seed() {
        return seed;
    }

    /** Returns the generator that was chosen; what is none is an error of usage. */
    public NamedOptions generator(MimeoSubcommand command) throws IOException {
        ScanConfiguration configuration = config == null
                ? new ScanConfiguration(List.of(), null, Map.of())
                : ScanConfiguration.read(Outputs.path(config));
        NamedOptions named = command.checked(() -> NamedOptions.choose(generator.given(), configuration));
        command.checked(() -> DataGenerators.provider(named.name()));
        return named;
    }
}

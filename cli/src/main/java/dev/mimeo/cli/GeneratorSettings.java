package dev.mimeo.cli;

import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.Order;
import dev.mimeo.scan.ScanConfiguration;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the commands have in common that generate from a characterization. */
final class GeneratorSettings {

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = Seed.class,
            description = "Decides the content (default: the seed of the scan).")
    private @Nullable Long seed;

    @Option(
            names = "--generator",
            paramLabel = "NAME[,opt=v]",
            description = "Generator and its options (default: " + DataGenerators.DEFAULT + ").")
    private @Nullable String generator;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "JSON file that names the generator and its options; --generator wins.")
    private @Nullable String config;

    @Option(names = "--printable", description = "Generate printable ASCII characters only, near the same ratios.")
    private boolean printable;

    /** Returns what was chosen; what is no generator is an error of usage. */
    GeneratorChoice choice(Order order, MimeoSubcommand command) throws IOException {
        ScanConfiguration configuration = config == null
                ? new ScanConfiguration(List.of(), null, Map.of())
                : ScanConfiguration.read(Outputs.path(config));
        NamedOptions named = command.checked(() -> NamedOptions.choose(generator, configuration));
        command.checked(() -> DataGenerators.provider(named.name()));
        return new GeneratorChoice(named, seed, order, printable);
    }
}

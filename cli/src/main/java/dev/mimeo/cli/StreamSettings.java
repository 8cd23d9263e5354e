package dev.mimeo.cli;

import dev.mimeo.generate.Order;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands have in common that generate streams, in whatever characters. */
final class StreamSettings {

    @Mixin
    private GeneratorSettings settings = new GeneratorSettings();

    @Option(names = "--printable", description = "Generate printable ASCII characters only, near the same ratios.")
    private boolean printable;

    /** Returns what was chosen; what is no generator is an error of usage. */
    GeneratorChoice choice(Order order, MimeoSubcommand command) throws IOException {
        return new GeneratorChoice(settings.generator(command), settings.seed(), order, printable);
    }
}

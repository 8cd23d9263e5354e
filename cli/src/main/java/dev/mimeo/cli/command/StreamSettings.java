package dev.mimeo.cli.command;

import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of all commands that generate streams, in whatever characters. */
public final class StreamSettings {

    @Mixin
    private GeneratorSettings settings = new GeneratorSettings();

    @Option(
            names = "--printable",
            description = "Generate only printable ASCII characters, with nearly the same ratios.")
    private boolean printable;

    /** Returns what was chosen; what is no generator is an error of usage. */
    public GeneratorChoice choice(DataProducer.Order order, MimeoSubcommand command) throws IOException {
        return new GeneratorChoice(settings.generator(command), settings.seed(), order, printable);
    }
}

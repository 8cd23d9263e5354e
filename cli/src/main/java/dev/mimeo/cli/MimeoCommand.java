package dev.mimeo.cli;

import dev.mimeo.cli.command.HelpOptions;
import dev.mimeo.cli.command.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a subcommand: help and version. */
@Command(
        name = "mimeo",
        addMethodSubcommands = false,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Measures how data compresses and deduplicates, and generates any amount of",
            "synthetic data that behaves the same."
        },
        commandListHeading = "",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:good", "1:bad data, or a comparison out of tolerance", "2:bad usage", "130:interrupted"},
        footer = {
            "",
            "Examples:",
            "  mimeo demo",
            "  mimeo scan /data/logs -o logs.ds",
            "  mimeo generate logs.ds --size 10GiB -o synthetic.bin",
            "  mimeo compare /data/logs synthetic.bin --html report.html",
            "",
            "'mimeo COMMAND --help' explains a command."
        })
final class MimeoCommand extends HelpOptions implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given: 'mimeo demo' runs an example");
    }
}

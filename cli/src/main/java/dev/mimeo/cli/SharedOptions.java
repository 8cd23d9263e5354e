package dev.mimeo.cli;

import dev.mimeo.cli.command.WithoutOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that all commands share. */
final class SharedOptions {

    private SharedOptions() {}

    /** Hides from the help and the completion of a command, and of those below it, the options that change nothing for it. */
    static void hideUseless(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        WithoutOptions useless = spec.userObject().getClass().getAnnotation(WithoutOptions.class);
        if (useless != null) {
            for (String name : useless.value()) {
                OptionSpec option = spec.findOption(name);
                // In a list of commands, none has options.
                if (option != null) {
                    spec.remove(option);
                    spec.addOption(OptionSpec.builder(option).hidden(true).build());
                }
            }
        }
        command.getSubcommands().values().forEach(SharedOptions::hideUseless);
    }
}

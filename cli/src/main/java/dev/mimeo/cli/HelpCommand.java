package dev.mimeo.cli;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.cli.command.WithoutOptions;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Prints the help text of a command. */
@Command(
        name = "help",
        customSynopsis = "mimeo help [COMMAND...] [OPTIONS]",
        description = "Shows the help of a command.",
        footer = {"", "Examples:", "  mimeo help", "  mimeo help scan", "  mimeo help nfs convert"})
@WithoutOptions({"--threads", "--quiet", "--progress", "--force"})
final class HelpCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            completionCandidates = CommandNames.class,
            description = "A command, with that of its group before it (default: Mimeo itself).")
    private List<String> words = List.of();

    /** The names of the commands. */
    static final class CommandNames extends ValueNames {
        CommandNames() {
            super(() ->
                    CommandGroups.commands().stream().map(CommandEntry::name).toList());
        }
    }

    HelpCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        CommandLine command = spec.root().commandLine();
        for (String word : words) {
            CommandLine group = command;
            command = group.getSubcommands().get(word);
            if (command == null) {
                throw new ParameterException(group, UsageErrors.unknownCommand(group, word));
            }
        }
        String text = command.getUsageMessage(command.getColorScheme());
        print(
                json
                        ? Json.render(Json.object()
                                .put("command", command.getCommandSpec().qualifiedName())
                                .put("help", text))
                        : text);
        return 0;
    }
}

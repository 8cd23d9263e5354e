package dev.mimeo.cli;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints the help text of a command. */
@Command(
        name = "help",
        customSynopsis = "mimeo help [COMMAND...] [OPTIONS]",
        description = "Shows the help of a command.",
        footer = {"", "Examples:", "  mimeo help", "  mimeo help scan", "  mimeo help nfs convert"})
final class HelpCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "A command, with that of its group before it (default: Mimeo itself).")
    private List<String> words = List.of();

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
                UnmatchedArgumentException unmatched = new UnmatchedArgumentException(group, List.of(word));
                throw new ParameterException(group, "unknown command '" + word + "'" + Main.suggestions(unmatched));
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

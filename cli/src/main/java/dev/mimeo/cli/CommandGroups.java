package dev.mimeo.cli;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.dataseries.DataSeriesCommands;
import dev.mimeo.cli.feed.FeedCommands;
import dev.mimeo.cli.garage.GarageCommands;
import dev.mimeo.cli.mimic.MimicCommands;
import dev.mimeo.cli.nfs.NfsCommands;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/** All commands, in the groups and the order of the help. */
final class CommandGroups {

    private static final List<Group> ALL = List.of(
            new Group("Mimic", joined(MimicCommands.all(), FeedCommands.all())),
            new Group("DataSeries", DataSeriesCommands.files()),
            new Group("Traces", joined(DataSeriesCommands.traces(), NfsCommands.all())),
            new Group("Counters", GarageCommands.all()),
            new Group(
                    "Help and set-up",
                    CommandEntry.of(CommandGroups::create, "completion", "help", "version", "warm-up")));

    private static final int INDENT = 2;
    private static final int GAP = 3;

    private CommandGroups() {}

    /** Some commands under one heading. */
    private record Group(String title, List<CommandEntry> commands) {}

    private static List<CommandEntry> joined(List<CommandEntry> some, List<CommandEntry> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static MimeoSubcommand create(String name, Terminal terminal, Outputs outputs) {
        return switch (name) {
            case "completion" -> new CompletionCommand(terminal, outputs);
            case "help" -> new HelpCommand(terminal, outputs);
            case "version" -> new VersionCommand(terminal, outputs);
            case "warm-up" -> new WarmUpCommand(terminal, outputs);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Returns all commands. */
    static List<CommandEntry> commands() {
        return ALL.stream().flatMap(group -> group.commands.stream()).toList();
    }

    /** Lists the commands of a help text by group, all descriptions in one column. */
    static String list(Help help) {
        Map<String, Help> commands = help.subcommands();
        int longest = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
        int width = help.commandSpec().usageMessage().width();
        StringBuilder text = new StringBuilder();
        for (Group group : ALL) {
            TextTable table = TextTable.forColumns(
                    help.colorScheme(),
                    new Column(INDENT + longest, INDENT, Column.Overflow.SPAN),
                    new Column(width - INDENT - longest, GAP, Column.Overflow.WRAP));
            for (CommandEntry entry : group.commands) {
                Help command = commands.get(entry.name());
                if (command != null) {
                    table.addRowValues(
                            help.colorScheme().commandText(entry.name()),
                            help.colorScheme()
                                    .text(command.commandSpec().usageMessage().description()[0]));
                }
            }
            text.append('\n').append(group.title).append(":\n").append(table);
        }
        return text.toString();
    }
}

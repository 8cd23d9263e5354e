package dev.mimeo.cli.feed;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import java.util.List;

/** The commands that feed synthetic data to other programs. */
public final class FeedCommands {

    private FeedCommands() {}

    /** Returns the commands in the order of the help. */
    public static List<CommandEntry> all() {
        return CommandEntry.of(FeedCommands::create, "pool", "segment", "run", "pattern", "serve", "tree", "pipe");
    }

    private static MimeoSubcommand create(String name, Terminal terminal, Outputs outputs) {
        return switch (name) {
            case "pool" -> new PoolCommand(terminal, outputs);
            case "segment" -> new SegmentCommand(terminal, outputs);
            case "run" -> new RunCommand(terminal, outputs);
            case "pattern" -> new PatternCommand(terminal, outputs);
            case "serve" -> new ServeCommand(terminal, outputs);
            case "tree" -> new TreeCommand(terminal, outputs);
            case "pipe" -> new PipeCommand(terminal, outputs);
            default -> throw new IllegalArgumentException(name);
        };
    }
}

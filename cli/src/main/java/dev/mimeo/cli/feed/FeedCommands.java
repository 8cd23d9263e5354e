package dev.mimeo.cli.feed;

import dev.mimeo.cli.command.CommandEntry;
import java.util.List;

/** The commands that feed synthetic data to other programs. */
public final class FeedCommands {

    private FeedCommands() {}

    /** Returns the commands in the order of the help. */
    public static List<CommandEntry> all() {
        return List.of(
                new CommandEntry("pool", PoolCommand::new),
                new CommandEntry("segment", SegmentCommand::new),
                new CommandEntry("run", RunCommand::new),
                new CommandEntry("pattern", PatternCommand::new),
                new CommandEntry("serve", ServeCommand::new),
                new CommandEntry("tree", TreeCommand::new),
                new CommandEntry("pipe", PipeCommand::new));
    }
}

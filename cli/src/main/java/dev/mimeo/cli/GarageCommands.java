package dev.mimeo.cli;

import java.util.List;

/** The commands for counters of servers. */
final class GarageCommands {

    private GarageCommands() {}

    /** Returns the commands in the order of the help. */
    static List<CommandEntry> all() {
        return List.of(new CommandEntry("garage", GarageCommand::new));
    }
}

package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.CommandEntry;
import java.util.List;

/** The commands for counters of servers. */
public final class GarageCommands {

    private GarageCommands() {}

    /** Returns the commands in the order of the help. */
    public static List<CommandEntry> all() {
        return CommandEntry.of((name, terminal, outputs) -> new GarageCommand(terminal, outputs), "garage");
    }
}

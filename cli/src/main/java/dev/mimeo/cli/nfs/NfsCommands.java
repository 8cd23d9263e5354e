package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.CommandEntry;
import java.util.List;

/** The commands for traces of NFS. */
public final class NfsCommands {

    private NfsCommands() {}

    /** Returns the commands in the order of the help. */
    public static List<CommandEntry> all() {
        return CommandEntry.of((name, terminal, outputs) -> new NfsCommand(terminal, outputs), "nfs");
    }
}

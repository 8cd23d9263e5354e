package dev.mimeo.cli;

import java.util.List;

/** The commands for traces of NFS. */
final class NfsCommands {

    private NfsCommands() {}

    /** Returns the commands in the order of the help. */
    static List<CommandEntry> all() {
        return List.of(new CommandEntry("nfs", NfsCommand::new));
    }
}

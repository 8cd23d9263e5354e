package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.CommandEntry;
import java.util.List;

/** The commands that scan data, and generate and compare synthetic data like it. */
public final class MimicCommands {

    private MimicCommands() {}

    /** Returns the commands in the order of the help. */
    public static List<CommandEntry> all() {
        return List.of(
                new CommandEntry("demo", DemoCommand::new),
                new CommandEntry("scan", ScanCommand::new),
                new CommandEntry("generate", GenerateCommand::new),
                new CommandEntry("compare", CompareCommand::new),
                new CommandEntry("mimic", MimicCommand::new),
                new CommandEntry("describe", DescribeCommand::new),
                new CommandEntry("audit", AuditCommand::new),
                new CommandEntry("characterizations", CharacterizationsCommand::new));
    }
}

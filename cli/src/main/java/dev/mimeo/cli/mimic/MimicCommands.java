package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import java.util.List;

/** The commands that scan data, and generate and compare synthetic data like it. */
public final class MimicCommands {

    private MimicCommands() {}

    /** Returns the commands in the order of the help. */
    public static List<CommandEntry> all() {
        return CommandEntry.of(
                MimicCommands::create,
                "demo",
                "scan",
                "generate",
                "compare",
                "mimic",
                "describe",
                "audit",
                "characterizations");
    }

    private static MimeoSubcommand create(String name, Terminal terminal, Outputs outputs) {
        return switch (name) {
            case "demo" -> new DemoCommand(terminal, outputs);
            case "scan" -> new ScanCommand(terminal, outputs);
            case "generate" -> new GenerateCommand(terminal, outputs);
            case "compare" -> new CompareCommand(terminal, outputs);
            case "mimic" -> new MimicCommand(terminal, outputs);
            case "describe" -> new DescribeCommand(terminal, outputs);
            case "audit" -> new AuditCommand(terminal, outputs);
            case "characterizations" -> new CharacterizationsCommand(terminal, outputs);
            default -> throw new IllegalArgumentException(name);
        };
    }
}

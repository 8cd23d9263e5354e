package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import java.util.List;
import picocli.CommandLine.Command;

/** The commands for counters of servers; the work is done by its subcommands. */
@Command(
        name = "garage",
        customSynopsis = "mimeo garage COMMAND ... [OPTIONS]",
        description = {
            "Stores and queries performance counters of servers.",
            "",
            "'mimeo garage COMMAND --help' explains a command."
        },
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  mimeo garage pack counters.csv -o garage",
            "  mimeo garage catalog garage",
            "  mimeo garage query 'APPLY \"SELECT serverID, avg(cpu) AS cpu FROM RawData\"",
            "      ON \"web/**\"' --garage /data/garage -o cpu.csv"
        })
@WithoutOptions({"--threads", "--json", "--quiet", "--progress", "--force"})
final class GarageCommand extends MimeoSubcommand {

    GarageCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() {
        throw missingSubcommand();
    }

    @Override
    public List<CommandEntry> subcommands() {
        return CommandEntry.of(
                GarageCommand::create,
                "pack",
                "sample",
                "fetch",
                "unpack",
                "catalog",
                "summarize",
                "thin",
                "compact",
                "query",
                "serve");
    }

    private static MimeoSubcommand create(String name, Terminal terminal, Outputs outputs) {
        return switch (name) {
            case "pack" -> new GaragePackCommand(terminal, outputs);
            case "sample" -> new GarageSampleCommand(terminal, outputs);
            case "fetch" -> new GarageFetchCommand(terminal, outputs);
            case "unpack" -> new GarageUnpackCommand(terminal, outputs);
            case "catalog" -> new GarageCatalogCommand(terminal, outputs);
            case "summarize" -> new GarageSummarizeCommand(terminal, outputs);
            case "thin" -> new GarageThinCommand(terminal, outputs);
            case "compact" -> new GarageCompactCommand(terminal, outputs);
            case "query" -> new GarageQueryCommand(terminal, outputs);
            case "serve" -> new GarageServeCommand(terminal, outputs);
            default -> throw new IllegalArgumentException(name);
        };
    }
}

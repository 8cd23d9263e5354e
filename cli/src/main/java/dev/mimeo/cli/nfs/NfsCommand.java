package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import java.util.List;
import picocli.CommandLine.Command;

/** The commands for traces of NFS; the work is done by its subcommands. */
@Command(
        name = "nfs",
        customSynopsis = "mimeo nfs COMMAND ... [OPTIONS]",
        description = {
            "Captures, converts and analyzes NFS traffic.",
            "",
            "'mimeo nfs COMMAND --help' explains a command."
        },
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  mimeo nfs summary monday.pcap",
            "  mimeo nfs convert monday.pcap -o monday.ds --random-key",
            "  mimeo nfs analyze -a hostinfo:60 monday.ds",
            "  mimeo nfs analyze --list"
        })
@WithoutOptions({"--threads", "--json", "--quiet", "--progress", "--force"})
final class NfsCommand extends MimeoSubcommand {

    NfsCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() {
        throw missingSubcommand();
    }

    @Override
    public List<CommandEntry> subcommands() {
        return CommandEntry.of(
                NfsCommand::create,
                "summary",
                "top",
                "info",
                "capture",
                "convert",
                "analyze",
                "report",
                "plot",
                "subset",
                "decrypt");
    }

    private static MimeoSubcommand create(String name, Terminal terminal, Outputs outputs) {
        return switch (name) {
            case "summary" -> new NfsSummaryCommand(terminal, outputs);
            case "top" -> new NfsTopCommand(terminal, outputs);
            case "info" -> new NfsInfoCommand(terminal, outputs);
            case "capture" -> new NfsCaptureCommand(terminal, outputs);
            case "convert" -> new NfsConvertCommand(terminal, outputs);
            case "analyze" -> new NfsAnalyzeCommand(terminal, outputs);
            case "report" -> new NfsReportCommand(terminal, outputs);
            case "plot" -> new NfsPlotCommand(terminal, outputs);
            case "subset" -> new NfsSubsetCommand(terminal, outputs);
            case "decrypt" -> new NfsDecryptCommand(terminal, outputs);
            default -> throw new IllegalArgumentException(name);
        };
    }
}

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
            "  mimeo nfs convert monday.pcap -o monday.ds",
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
        throw usageError("no command given: use one of "
                + String.join(", ", spec.subcommands().keySet()));
    }

    @Override
    public List<CommandEntry> subcommands() {
        return List.of(
                new CommandEntry("summary", NfsSummaryCommand::new),
                new CommandEntry("top", NfsTopCommand::new),
                new CommandEntry("info", NfsInfoCommand::new),
                new CommandEntry("capture", NfsCaptureCommand::new),
                new CommandEntry("convert", NfsConvertCommand::new),
                new CommandEntry("analyze", NfsAnalyzeCommand::new),
                new CommandEntry("report", NfsReportCommand::new),
                new CommandEntry("plot", NfsPlotCommand::new),
                new CommandEntry("subset", NfsSubsetCommand::new),
                new CommandEntry("decrypt", NfsDecryptCommand::new));
    }
}

package dev.mimeo.cli.nfs;

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
    public List<MimeoSubcommand> subcommands() {
        return List.of(
                new NfsSummaryCommand(terminal, outputs),
                new NfsTopCommand(terminal, outputs),
                new NfsInfoCommand(terminal, outputs),
                new NfsCaptureCommand(terminal, outputs),
                new NfsConvertCommand(terminal, outputs),
                new NfsAnalyzeCommand(terminal, outputs),
                new NfsReportCommand(terminal, outputs),
                new NfsPlotCommand(terminal, outputs),
                new NfsSubsetCommand(terminal, outputs),
                new NfsDecryptCommand(terminal, outputs));
    }
}

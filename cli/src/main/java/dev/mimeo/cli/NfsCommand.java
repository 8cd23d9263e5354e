package dev.mimeo.cli;

import picocli.CommandLine.Command;

/** What there is for traces of NFS; the work is done by its subcommands. */
@Command(
        name = "nfs",
        customSynopsis = "mimeo nfs convert CAPTURE... -o OUT [OPTIONS]",
        description = {
            "Turns captured packets of NFS file servers into tables.",
            "",
            "mimeo nfs convert --help says more."
        },
        commandListHeading = "%nCommands:%n",
        footer = {"", "Examples:", "  mimeo nfs convert monday.pcap -o monday.ds", "  mimeo nfs convert --help"})
final class NfsCommand extends MimeoSubcommand {

    NfsCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    int run() {
        throw usageError("name what to do: convert");
    }
}

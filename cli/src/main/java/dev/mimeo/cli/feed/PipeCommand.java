package dev.mimeo.cli.feed;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.integrations.impressions.FileList;
import dev.mimeo.internal.files.FileKinds;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the files that another program asks for while it runs. */
@Command(
        name = "pipe",
        customSynopsis = "mimeo pipe C.ds --fifo PATH [--root DIR] [--ack FIFO] [OPTIONS]",
        description = {
            "Writes the files that a program requests through a pipe.",
            "",
            "A request is a line: path, space, size in bytes. 'quit' ends the service.",
            "Without --follow it also ends when all writers have closed the pipe; an",
            "incomplete last line is refused. Lines that begin with # are ignored. Each other",
            "line is acknowledged by 'ok LINE PATH' or 'err LINE PATH REASON', in the order",
            "in which files are completed. Existing files are overwritten.",
            "",
            "The exit code is 1 if a line was refused, and 2 if the service had to stop, for",
            "example because the disk is full."
        },
        footer = {
            "",
            "Examples:",
            "  mkfifo -m 600 requests",
            "  mimeo pipe home.ds --fifo requests --root /mnt/test &",
            "  echo 'a/b.txt 1000' > requests",
            "  mimeo pipe prose --fifo requests --ack acks --map jpg=images"
        })
final class PipeCommand extends FillingSubcommand {

    @Option(
            names = "--fifo",
            order = FIRST,
            paramLabel = "PATH",
            required = true,
            description = "Named pipe or file with the requests, or - for standard input.")
    private String fifo = "";

    @Option(
            names = "--root",
            order = FIRST,
            paramLabel = "DIR",
            description = "Folder to fill, created if missing. Paths that leave it are refused (default: the "
                    + "current one).")
    private String root = ".";

    @Option(
            names = "--ack",
            order = FIRST,
            paramLabel = "FIFO",
            description = "Named pipe, file or - (standard output) for the acknowledgements (default: none).")
    private @Nullable String ack;

    @Option(
            names = "--follow",
            order = FIRST,
            description = "At the end of a file or pipe, wait for more requests, or for the next writer, "
                    + "until 'quit' or the removal of PATH.")
    private boolean follow;

    PipeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        check();
        if (ack == null) {
            return fill(root, this::requests, Opening.ONCE, "line", result -> {});
        }
        refuseTwoResults(ack);
        refuseArgument(ack);
        try (Acknowledgements acknowledgements = Acknowledgements.open(ack, force, terminal)) {
            return fill(root, this::requests, Opening.ONCE, "line", acknowledgements);
        }
    }

    private void check() throws IOException {
        if (fifo.equals("-")) {
            refuseTwoInputs("--fifo");
            if (follow) {
                throw usageError("--follow needs a regular file or a named pipe, and - is standard input");
            }
            return;
        }
        Path path = Outputs.path(fifo);
        if (!Files.exists(path)) {
            throw new FileSystemException(
                    fifo, null, "no such file: make it first, as with 'mkfifo -m 600 " + fifo + "'");
        }
        if (Files.isDirectory(path)) {
            throw new FileSystemException(fifo, null, "is a directory: name a pipe or a file");
        }
        FileKinds.refuseEndless(path);
    }

    private FileList requests() throws IOException {
        if (fifo.equals("-")) {
            return FileList.ofRequests(terminal.in());
        }
        Path path = Outputs.path(fifo);
        return follow
                ? FileList.following(path)
                // A channel, for its reader can be interrupted.
                : FileList.ofRequests(Channels.newInputStream(FileChannel.open(path)));
    }
}

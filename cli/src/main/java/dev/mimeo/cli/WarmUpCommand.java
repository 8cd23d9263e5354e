package dev.mimeo.cli;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import picocli.CommandLine.Command;

/** Makes the archive of classes of a distribution, with which the launcher starts Java where it is there. */
@Command(
        name = "warm-up",
        customSynopsis = "mimeo warm-up [OPTIONS]",
        description = {
            "Makes commands start faster.",
            "",
            "Runs a few small jobs, and stores the classes that they load in lib/start.jsa of the distribution, in a form that"
                    + " Java only has to map into memory. The file takes about 24 MB. It is for the Java that runs this command"
                    + " and for this folder; another Java ignores it. Remove it at any time."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo warm-up",
            "  sudo /opt/mimeo/bin/mimeo warm-up   # where only root may write"
        })
@WithoutOptions({"--threads", "--progress", "--force"})
final class WarmUpCommand extends MimeoSubcommand {

    WarmUpCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        String jar = System.getProperty("java.class.path");
        Path folder = Path.of(jar).resolveSibling("").toAbsolutePath().normalize();
        Path text = folder.resolve("LICENSE");
        Path capture = folder.resolve("examples/nfs/office.pcap");
        if (!Files.isRegularFile(Path.of(jar)) || !Files.isRegularFile(text) || !Files.isRegularFile(capture)) {
            throw new CommandFailure(
                    folder
                            + ": is not the folder of a distribution: use one (a checkout of the sources makes its archive by itself)");
        }
        Path archive = folder.resolve("lib/start.jsa");
        Path temporary = outputs.temporary(archive);
        Path work = outputs.scratchFolder("mimeo-warm-up-");
        try {
            train(jar, temporary, List.of(text, work, capture), work.resolve("log"));
            Files.move(temporary, archive, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            outputs.discard(temporary);
            outputs.discard(work);
        }
        long bytes = Files.size(archive);
        if (json) {
            print(Json.render(Json.object().put("file", archive.toString()).put("bytes", bytes)));
        } else {
            note(archive + ": " + ByteSize.format(bytes));
        }
        return 0;
    }

    /** Runs {@link Training} in another Java, which writes the archive when it ends. */
    private static void train(String jar, Path archive, List<Path> arguments, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:ArchiveClassesAtExit=" + archive,
                "-Xlog:disable",
                "-cp",
                jar,
                Training.class.getName());
        arguments.forEach(argument -> builder.command().add(argument.toString()));
        Process process =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            int code = process.waitFor();
            if (code != 0 || Files.size(archive) == 0) {
                throw new CommandFailure(archive.resolveSibling("start.jsa")
                        + ": Java wrote no archive, and ended with " + code + ": commands start as before");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(archive + ": interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}

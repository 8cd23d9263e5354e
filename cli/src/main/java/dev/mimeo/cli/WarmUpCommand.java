package dev.mimeo.cli;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** Makes the archive of classes of a distribution, with which the launcher starts Java where it is there. */
@Command(
        name = "warm-up",
        customSynopsis = "mimeo warm-up [OPTIONS]",
        description = {
            "Makes commands start faster.",
            "",
            "Runs a few small jobs, and stores the classes that they load in lib/start-VERSION.jsa of the distribution. Java only has"
                    + " to map that file into memory. It takes about 20 MB, and is for the version of Java that runs this command."
                    + " Java 17 does not use it if the folder is moved or has a space in its name. You can remove it at any time."
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
                    folder + ": is not the folder of a distribution, and a checkout of the sources needs none");
        }
        String target = folder.resolve("lib/start-" + System.getProperty("java.version") + ".jsa")
                .toString();
        Path work = outputs.scratchFolder("mimeo-warm-up-");
        try (Output output = outputs.open(target, true, true)) {
            Path archive = work.resolve("start.jsa");
            if (!train(jar, archive, List.of(text, work, capture), work.resolve("log"))) {
                throw new CommandFailure(target + ": Java wrote no archive: commands start as before");
            }
            Files.copy(archive, Channels.newOutputStream(output.channel()));
            output.commit();
            if (json) {
                print(Json.render(Json.object().put("file", target).put("bytes", output.bytes())));
            } else {
                note(target + ": " + ByteSize.format(output.bytes()));
            }
            return 0;
        } finally {
            outputs.discard(work);
        }
    }

    /** Runs {@link Training} in another Java, which writes the archive when it ends; returns whether it has. */
    private static boolean train(String jar, Path archive, List<Path> arguments, Path log) throws IOException {
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
            return process.waitFor() == 0 && Files.isRegularFile(archive);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(archive + ": interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}

package dev.mimeo.cli;

import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Makes the archive of classes of a distribution, with which the launcher starts Java where it is there. */
@Command(
        name = "warm-up",
        customSynopsis = "mimeo warm-up [OPTIONS]",
        description = {
            "Makes commands start faster.",
            "",
            "Runs a few small jobs, and stores the classes that they load in lib/start-VERSION.jsa of the distribution. Java only has"
                    + " to map that file into memory. It takes about 40 MB, and is for the version of Java that runs this command."
                    + " It is not used if the folder is moved. Java 17 takes no classes of Mimeo from it if the folder has a space"
                    + " in its name. You can remove it at any time."
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
        // Without the suffix of an early-access build, as in the release file that the launcher reads.
        String version =
                Runtime.version().version().stream().map(String::valueOf).collect(Collectors.joining("."));
        String target = folder.resolve("lib/start-" + version).toString();
        Path work = outputs.scratchFolder("mimeo-warm-up-");
        try (Output output = outputs.openBinary(target + ".jsa", true);
                Output place = outputs.openText(target + ".place", true)) {
            Path archive = work.resolve("start.jsa");
            if (!new StartArchive(jar, work).make(archive, text, capture)) {
                throw new CommandFailure(output.name() + ": Java wrote no archive: commands start as before");
            }
            Files.copy(archive, Channels.newOutputStream(output.channel()));
            output.commit();
            // The launcher compares it with the bytes that the shell has.
            Charset charset = Charset.forName(System.getProperty("native.encoding"));
            Channels.newOutputStream(place.channel()).write((folder + "\n").getBytes(charset));
            place.commit();
            if (json) {
                print(Json.render(Json.object().put("file", output.name()).put("bytes", output.bytes())));
            } else {
                note(Failures.oneLine(output.name()) + ": " + ByteSizes.format(output.bytes()));
            }
            return 0;
        } finally {
            outputs.discard(work);
        }
    }
}

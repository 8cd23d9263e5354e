package dev.mimeo.cli;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.Version;
import dev.mimeo.cli.command.WithoutOptions;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Prints what a report of a fault should name: the version, the commit it was built from, and the Java that runs it. */
@Command(
        name = "version",
        customSynopsis = "mimeo version [OPTIONS]",
        description = "Prints the versions of Mimeo and Java, and the commit.",
        footer = {"", "Examples:", "  mimeo version", "  mimeo version --json"})
@WithoutOptions({"--threads", "--quiet", "--progress", "--force"})
final class VersionCommand extends MimeoSubcommand {

    VersionCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        String version = Version.ofMimeo();
        String commit = Version.commit();
        String java = System.getProperty("java.version");
        String vendor = System.getProperty("java.vendor");
        String home = System.getProperty("java.home");
        print(
                json
                        ? Json.render(Json.object()
                                .put("version", version)
                                .put("commit", commit)
                                .put("java", java)
                                .put("vendor", vendor)
                                .put("home", home))
                        : "mimeo " + version + "\ncommit " + commit + "\nJava " + java + " (" + vendor + ") in " + home
                                + "\n");
        return 0;
    }
}

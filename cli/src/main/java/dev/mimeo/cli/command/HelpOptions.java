package dev.mimeo.cli.command;

import picocli.CommandLine.Option;

/**
 * The options of every command for texts about it. They are declared here and not by picocli, which would examine a class of its own for
 * them, and for each command.
 */
// Only picocli reads the fields.
@SuppressWarnings("UnusedVariable")
public abstract class HelpOptions {

    /** Order of the first option that all commands share: these are listed after those of the command, and after help and version. */
    static final int LATE = 1000;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = LATE - 2,
            description = "Show this help message and exit.")
    private boolean isHelpWanted;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            order = LATE - 1,
            description = "Print version information and exit.")
    private boolean isVersionWanted;

    // Main must know it even where parsing fails.
    @Option(
            names = "--color",
            paramLabel = "WHEN",
            order = LATE + 5,
            description = "Color this help: auto (on a terminal), always or never.")
    private Display color = Display.AUTO;

    /** For the command that inherits them. */
    protected HelpOptions() {}
}

package dev.mimeo.cli;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.ReaderGoneException;
import dev.mimeo.cli.command.StandardStreams;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.cli.dataseries.DataSeriesCommands;
import dev.mimeo.cli.feed.FeedCommands;
import dev.mimeo.cli.garage.GarageCommands;
import dev.mimeo.cli.mimic.MimicCommands;
import dev.mimeo.cli.nfs.NfsCommands;
import dev.mimeo.sql.SqlEngine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Entry point of the {@code mimeo} command.
 *
 * <p>Exit codes: 0 good, 1 bad data or a comparison out of tolerance, 2 bad usage, 130 interrupted (the JVM's own answer
 * to Ctrl-C, after the shutdown hook has removed what was half-done).
 */
public final class Main {

    /** In the order of the help. */
    private static final List<CommandEntry> COMMANDS = Stream.of(
                    MimicCommands.all(),
                    FeedCommands.all(),
                    DataSeriesCommands.all(),
                    NfsCommands.all(),
                    GarageCommands.all(),
                    List.of(
                            new CommandEntry("completion", CompletionCommand::new),
                            new CommandEntry("help", HelpCommand::new),
                            new CommandEntry("version", VersionCommand::new)))
            .flatMap(List::stream)
            .toList();

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        int code;
        try (StandardStreams streams = StandardStreams.ofProcess()) {
            Terminal terminal = Terminal.of(streams);
            Outputs outputs = new Outputs(terminal);
            Runtime.getRuntime().addShutdownHook(new Thread(outputs::abandon, "mimeo-interrupted"));
            boolean debug = Arrays.asList(args).contains("--debug");
            Thread.setDefaultUncaughtExceptionHandler((thread, e) -> end(terminal, outputs, e, debug));
            code = run(terminal, outputs, args);
        }
        System.exit(code);
    }

    /**
     * Ends the process for a failure that no thread waits for. Not by way of the shutdown hooks: they may wait for the thread that
     * has failed.
     */
    private static void end(Terminal terminal, Outputs outputs, Throwable failure, boolean debug) {
        int code = CommandLine.ExitCode.SOFTWARE;
        try {
            code = report(terminal, failure, debug);
            outputs.abandon();
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }

    /** Returns the model of all commands, from which their manual pages are made. It is not for running them. */
    public static CommandSpec model() {
        try (StandardStreams streams = StandardStreams.ofProcess()) {
            Terminal terminal = Terminal.of(streams);
            return commandLine(terminal, new Outputs(terminal), new StringWriter())
                    .getCommandSpec();
        }
    }

    /** Runs a command in this process and returns its exit code; never throws and never exits. */
    static int run(Terminal terminal, Outputs outputs, String... args) {
        boolean debug = Arrays.asList(args).contains("--debug");
        try {
            // Collected first: what picocli does with a failing stream is to print a stack trace.
            StringWriter help = new StringWriter();
            int code = commandLine(terminal, outputs, help, wanted(args)).execute(args);
            TextResults.write(terminal.out(), help.toString());
            return code;
        } catch (Exception | Error e) {
            return report(terminal, e, debug);
        }
    }

    /**
     * Builds the model of all commands: the one source of parsing, help and completion.
     *
     * @param help receives the help and version texts that are asked for
     */
    static CommandLine commandLine(Terminal terminal, Outputs outputs, StringWriter help) {
        return commandLine(terminal, outputs, help, COMMANDS);
    }

    private static CommandLine commandLine(
            Terminal terminal, Outputs outputs, StringWriter help, List<CommandEntry> wanted) {
        CommandLine root = new CommandLine(new MimeoCommand());
        for (CommandEntry entry : wanted) {
            MimeoSubcommand command = entry.factory().create(terminal, outputs);
            CommandLine line = new CommandLine(command);
            command.subcommands().forEach(line::addSubcommand);
            root.addSubcommand(entry.name(), line);
        }
        Paragraphs.join(root);
        if (!SqlEngine.isPresent()) {
            markLeftOut(root);
        }
        // A file may be called @name.
        root.setExpandAtFiles(false);
        root.setOut(new PrintWriter(help));
        root.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(terminal)));
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setUsageHelpAutoWidth(terminal.outIsTerminal());
        root.setUsageHelpLongOptionsMaxWidth(28);
        root.setParameterExceptionHandler((e, arguments) -> usageError(terminal, e, List.of(arguments)));
        root.setExecutionExceptionHandler((e, command, result) -> {
            List<String> arguments = result.originalArgs();
            int code = report(terminal, e, arguments.contains("--debug"));
            return document(terminal, arguments, Errors.describe(e), code);
        });
        return root;
    }

    /** Adds to the summary of each command that needs DuckDB that it cannot be used here. */
    private static void markLeftOut(CommandLine command) {
        if (command.getCommand() instanceof UsesSql) {
            String[] description = command.getCommandSpec().usageMessage().description();
            description[0] += " (not in this distribution)";
            command.getCommandSpec().usageMessage().description(description);
        }
        command.getSubcommands().values().forEach(Main::markLeftOut);
    }

    /** The model of one command is built much faster than that of all, which only help, completion and advice need. */
    private static List<CommandEntry> wanted(String[] args) {
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            return List.of();
        }
        if (args.length == 0 || args[0].equals("completion") || args[0].equals("help")) {
            return COMMANDS;
        }
        List<CommandEntry> one =
                COMMANDS.stream().filter(entry -> entry.name().equals(args[0])).toList();
        return one.isEmpty() ? COMMANDS : one;
    }

    private static Ansi ansi(Terminal terminal) {
        String noColor = System.getenv("NO_COLOR");
        return terminal.outIsTerminal() && (noColor == null || noColor.isEmpty()) ? Ansi.ON : Ansi.OFF;
    }

    private static int usageError(Terminal terminal, ParameterException e, List<String> arguments) throws IOException {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        StringBuilder text =
                new StringBuilder(name).append(": ").append(Errors.oneLine(String.valueOf(e.getMessage())));
        if (e instanceof UnmatchedArgumentException unmatched) {
            text.append(suggestions(unmatched));
        }
        terminal.err().println(text);
        terminal.err().print(command.getHelp().fullSynopsis());
        terminal.err().println("Try '" + name + " --help' for all options and examples.");
        return document(terminal, arguments, text.toString(), CommandLine.ExitCode.USAGE);
    }

    /** Prints a failure as the JSON document of a run with {@code --json} that has printed nothing else. */
    private static int document(Terminal terminal, List<String> arguments, String message, int code)
            throws IOException {
        if (code != CommandLine.ExitCode.OK
                && arguments.contains("--json")
                && !terminal.out().isWritten()) {
            ObjectNode document = Json.object();
            document.putObject("error").put("message", message).put("exitCode", code);
            TextResults.write(terminal.out(), Json.render(document));
        }
        return code;
    }

    /** Returns the end of a message that suggests the names that a wrong one is similar to; empty if there are none. */
    static String suggestions(UnmatchedArgumentException unmatched) {
        List<String> names = unmatched.getSuggestions();
        return names.isEmpty() ? "" : ": did you mean " + String.join(" or ", names) + "?";
    }

    private static int report(Terminal terminal, Throwable failure, boolean debug) {
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (cause instanceof ReaderGoneException) {
            return CommandLine.ExitCode.OK;
        }
        terminal.err().println("mimeo: " + Errors.describe(failure));
        if (debug) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            terminal.err().print(trace);
        }
        return CommandLine.ExitCode.SOFTWARE;
    }
}

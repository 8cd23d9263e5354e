package dev.mimeo.cli;

import dev.mimeo.cli.command.CommandEntry;
import dev.mimeo.cli.command.Display;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StandardStreams;
import dev.mimeo.cli.command.TakesSql;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.internal.text.SqlArguments;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Entry point of the {@code mimeo} command.
 *
 * <p>Exit codes: 0 good, 1 bad data or a comparison out of tolerance, 2 bad usage, 130 interrupted (the JVM's own answer
 * to Ctrl-C, after the shutdown hook has removed what was half-done).
 */
public final class Main {

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        // The driver of DuckDB registers an event with the flight recorder, which takes longer than opening a database.
        // The options of Java have started their recording by now, if any.
        System.setProperty("jfr.unsupported.vm", "true");
        // Pictures are files: without this, Java would ask the display of the environment, which may not answer.
        System.setProperty("java.awt.headless", "true");
        // Converters for values that no option has, which picocli would look up by name for each command.
        System.setProperty("picocli.converters.excludes", "java[.](time|sql)[.].*");
        int code;
        AtomicBoolean finished = new AtomicBoolean();
        try (StandardStreams streams = StandardStreams.ofProcess()) {
            Terminal terminal = Terminal.of(streams);
            Outputs outputs = new Outputs(terminal);
            handleEnds(terminal, outputs, finished, Arrays.asList(args).contains("--debug"));
            code = run(terminal, outputs, args);
        }
        finished.set(true);
        System.exit(code);
    }

    /** Registers what is done when the process is interrupted, or a thread fails that no other waits for. */
    static void handleEnds(Terminal terminal, Outputs outputs, AtomicBoolean finished, boolean debug) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> interrupt(terminal, outputs, finished.get()), "mimeo-interrupted"));
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> end(terminal, outputs, e, debug));
    }

    /** Removes what is incomplete. The next line of a terminal is not to begin behind a ^C or a progress bar. */
    private static void interrupt(Terminal terminal, Outputs outputs, boolean finished) {
        if (!finished && terminal.errIsTerminal()) {
            terminal.err().println();
        }
        outputs.abandon();
    }

    /**
     * Ends the process for a failure that no thread waits for. Not by way of the shutdown hooks: they may wait for the thread that
     * has failed.
     */
    private static void end(Terminal terminal, Outputs outputs, Throwable failure, boolean debug) {
        int code = CommandLine.ExitCode.SOFTWARE;
        try {
            code = RunErrors.report(terminal, failure, debug);
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

    /** Returns the script with which bash and zsh complete command lines. */
    public static String completion() {
        return Completion.script(model());
    }

    /** Runs a command in this process and returns its exit code; never throws and never exits. */
    static int run(Terminal terminal, Outputs outputs, String... args) {
        boolean debug = Arrays.asList(args).contains("--debug");
        try {
            // Collected first: what picocli does with a failing stream is to print a stack trace.
            StringWriter help = new StringWriter();
            CommandLine root = build(terminal, outputs, help, Display.among(args, "--color"), args);
            int code = root.execute(takesSql(root, args) ? withoutFalseOptions(args) : args);
            TextResults.write(terminal.out(), help.toString());
            return code;
        } catch (Exception | Error e) {
            return RunErrors.report(terminal, e, debug);
        }
    }

    private static boolean takesSql(CommandLine root, String[] args) {
        CommandLine command = root;
        for (String word : args) {
            CommandLine named = command.getSubcommands().get(word);
            if (named == null) {
                break;
            }
            command = named;
        }
        return command.getCommand() instanceof TakesSql;
    }

    private static String[] withoutFalseOptions(String[] args) {
        return Stream.of(args).map(SqlArguments::unlikeOption).toArray(String[]::new);
    }

    /**
     * Builds the model of all commands: the one source of parsing, help and completion.
     *
     * @param help receives the help and version texts that are asked for
     */
    static CommandLine commandLine(Terminal terminal, Outputs outputs, StringWriter help) {
        CommandLine root = build(terminal, outputs, help, Display.AUTO, "help");
        new PreparedHelp(root).prepare();
        return root;
    }

    private static CommandLine build(
            Terminal terminal, Outputs outputs, StringWriter help, Display color, String... args) {
        CommandLine root = new CommandLine(new MimeoCommand());
        for (CommandEntry entry : wanted(args)) {
            MimeoSubcommand command = entry.create(terminal, outputs);
            CommandLine line = new CommandLine(isList(args, 0) ? listed(command) : command);
            if (!isList(args, 0)) {
                for (CommandEntry member : named(command.subcommands(), args.length < 2 ? "" : args[1])) {
                    MimeoSubcommand below = member.create(terminal, outputs);
                    line.addSubcommand(member.name(), isList(args, 1) ? listed(below) : below);
                }
            }
            root.addSubcommand(entry.name(), line);
        }
        // A file may be called @name.
        root.setExpandAtFiles(false);
        root.setOut(new PrintWriter(help));
        root.setColorScheme(CommandLine.Help.defaultColorScheme(
                isColored(color, terminal.outIsTerminal(), System.getenv()) ? Ansi.ON : Ansi.OFF));
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setUsageHelpAutoWidth(terminal.outIsTerminal());
        root.setUsageHelpLongOptionsMaxWidth(28);
        PreparedHelp texts = new PreparedHelp(root);
        root.setHelpFactory(texts);
        RunErrors errors = new RunErrors(terminal, outputs, texts);
        root.setParameterExceptionHandler(errors);
        root.setExecutionExceptionHandler(errors);
        return root;
    }

    /** Returns whether the arguments, without those before one, only ask for the help of a group: it lists the commands without their options. */
    private static boolean isList(String[] args, int first) {
        return args.length == first + 1 && (args[first].equals("--help") || args[first].equals("-h"));
    }

    /** Returns a command as a list of commands shows it. */
    private static CommandSpec listed(MimeoSubcommand command) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        spec.usageMessage()
                .description(command.getClass().getAnnotation(Command.class).description());
        return spec;
    }

    /** The model of one command is built much faster than that of all, which only help, completion and advice need. */
    private static List<CommandEntry> wanted(String[] args) {
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            return List.of();
        }
        List<CommandEntry> all = CommandGroups.commands();
        if (args.length == 0 || args[0].equals("completion") || args[0].equals("help")) {
            return all;
        }
        return named(all, args[0]);
    }

    /** Returns the entry of a name, or all if there is none. */
    private static List<CommandEntry> named(List<CommandEntry> all, String name) {
        List<CommandEntry> one =
                all.stream().filter(entry -> entry.name().equals(name)).toList();
        return one.isEmpty() ? all : one;
    }

    /**
     * Returns whether help has colors: as {@code --color} says, else as the variables {@code NO_COLOR}, {@code CLICOLOR_FORCE} and
     * {@code CLICOLOR} say, else on a terminal that {@code TERM} does not call {@code dumb}.
     */
    static boolean isColored(Display color, boolean terminal, Map<String, String> environment) {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            return color.isWanted(false);
        }
        if (!environment.getOrDefault("CLICOLOR_FORCE", "0").equals("0")) {
            return color.isWanted(true);
        }
        return color.isWanted(terminal
                && !environment.getOrDefault("CLICOLOR", "1").equals("0")
                && !environment.getOrDefault("TERM", "").equals("dumb"));
    }
}

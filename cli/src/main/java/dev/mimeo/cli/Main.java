package dev.mimeo.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

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
        Terminal terminal = Terminal.ofProcess();
        Outputs outputs = new Outputs(terminal);
        Runtime.getRuntime().addShutdownHook(new Thread(outputs::abandon, "mimeo-interrupted"));
        System.exit(run(terminal, outputs, args));
    }

    /** Runs a command in this process and returns its exit code; never throws and never exits. */
    static int run(Terminal terminal, Outputs outputs, String... args) {
        boolean debug = Arrays.asList(args).contains("--debug");
        try {
            // Collected first: what picocli does with a failing stream is to print a stack trace.
            StringWriter help = new StringWriter();
            int code = commandLine(terminal, outputs, help).execute(args);
            Texts.write(terminal.out(), help.toString());
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
        CommandLine root = new CommandLine(new MimeoCommand());
        root.addSubcommand(new DemoCommand(terminal, outputs));
        root.addSubcommand(new ScanCommand(terminal, outputs));
        root.addSubcommand(new GenerateCommand(terminal, outputs));
        root.addSubcommand(new CompareCommand(terminal, outputs));
        root.addSubcommand(new MimicCommand(terminal, outputs));
        root.addSubcommand(new DescribeCommand(terminal, outputs));
        root.addSubcommand(new Ds2txtCommand(terminal, outputs));
        root.addSubcommand(new DsselectCommand(terminal, outputs));
        root.addSubcommand(new DsstatgroupbyCommand(terminal, outputs));
        root.addSubcommand(new Csv2dsCommand(terminal, outputs));
        root.addSubcommand(new Txt2dsCommand(terminal, outputs));
        root.addSubcommand(new Sql2dsCommand(terminal, outputs));
        root.addSubcommand(new DsinfoCommand(terminal, outputs));
        root.addSubcommand(new DsverifyCommand(terminal, outputs));
        root.addSubcommand(new DsrecoverCommand(terminal, outputs));
        root.addSubcommand(new DsrepackCommand(terminal, outputs));
        root.addSubcommand(new DsextentindexCommand(terminal, outputs));
        root.addSubcommand(new Dstypes2javaCommand(terminal, outputs));
        root.addSubcommand(new DscatCommand(terminal, outputs));
        root.addSubcommand(new DssortCommand(terminal, outputs));
        root.addSubcommand(new DsmergeCommand(terminal, outputs));
        root.addSubcommand(new DssqlCommand(terminal, outputs));
        root.addSubcommand(new DsexportCommand(terminal, outputs));
        root.addSubcommand(new DsimportCommand(terminal, outputs));
        root.addSubcommand(new ConvertCommand(terminal, outputs));
        root.addSubcommand(new CompletionCommand(terminal, outputs));
        // A file may be called @name.
        root.setExpandAtFiles(false);
        root.setOut(new PrintWriter(help));
        root.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(terminal)));
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setUsageHelpAutoWidth(false);
        root.setUsageHelpLongOptionsMaxWidth(28);
        root.setParameterExceptionHandler((e, arguments) -> usageError(terminal, e));
        root.setExecutionExceptionHandler((e, command, result) ->
                report(terminal, e, result.originalArgs().contains("--debug")));
        return root;
    }

    private static Ansi ansi(Terminal terminal) {
        String noColor = System.getenv("NO_COLOR");
        return terminal.outIsTerminal() && (noColor == null || noColor.isEmpty()) ? Ansi.ON : Ansi.OFF;
    }

    private static int usageError(Terminal terminal, ParameterException e) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        StringBuilder text =
                new StringBuilder(name).append(": ").append(Errors.oneLine(String.valueOf(e.getMessage())));
        if (e instanceof UnmatchedArgumentException unmatched) {
            List<String> suggestions = unmatched.getSuggestions();
            if (!suggestions.isEmpty()) {
                text.append(": did you mean ")
                        .append(String.join(" or ", suggestions))
                        .append('?');
            }
        }
        terminal.err().println(text);
        terminal.err().print(command.getHelp().fullSynopsis());
        terminal.err().println("Try '" + name + " --help' for all options and examples.");
        return CommandLine.ExitCode.USAGE;
    }

    private static int report(Terminal terminal, Throwable failure, boolean debug) {
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (cause instanceof StandardOutput.ClosedPipeException) {
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

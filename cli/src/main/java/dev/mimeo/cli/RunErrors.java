package dev.mimeo.cli;

import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.ReaderGoneException;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reports the failures of a run on its streams.
 *
 * <p>A class, because lambdas of the interfaces of picocli are not in the archive of classes that the launcher uses.
 */
final class RunErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private final Terminal terminal;
    private final Outputs outputs;
    private final PreparedHelp help;

    /**
     * Reports the failures of one run.
     *
     * @param terminal the streams of the run
     * @param outputs what it writes to
     * @param help what prepares the texts of the command line
     */
    RunErrors(Terminal terminal, Outputs outputs, PreparedHelp help) {
        this.terminal = terminal;
        this.outputs = outputs;
        this.help = help;
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) throws IOException {
        help.prepare();
        String message = UsageErrors.report(terminal, e, List.of(arguments));
        int code = CommandLine.ExitCode.USAGE;
        return document(List.of(arguments), () -> Json.failure(message, code), code);
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult result) throws IOException {
        if (outputs.isAbandoned()) {
            // The signal ends the process with its own code. The failure, if it is not from before, is a consequence.
            return CommandLine.ExitCode.SOFTWARE;
        }
        List<String> arguments = result.originalArgs();
        int code = report(terminal, e, arguments.contains("--debug"));
        ReaderGoneException gone = readerGone(e);
        Supplier<ObjectNode> document =
                () -> gone == null ? Json.failure(Errors.describe(e), code) : Json.closedByReader(gone.output());
        return document(arguments, document, code);
    }

    /** Prints the JSON document of a run with {@code --json} that ends early, if it has printed nothing else. */
    private int document(List<String> arguments, Supplier<ObjectNode> document, int code) throws IOException {
        if (arguments.contains("--json") && !terminal.out().isWritten()) {
            TextResults.writeIfRead(terminal.out(), Json.render(document.get()));
        }
        return code;
    }

    /** Returns the failure if it is that the reader of a pipe has gone; otherwise null. */
    private static @Nullable ReaderGoneException readerGone(Throwable failure) {
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        return cause instanceof ReaderGoneException gone ? gone : null;
    }

    /**
     * Prints a failure.
     *
     * @param debug whether with its stack trace
     * @return the exit code
     */
    static int report(Terminal terminal, Throwable failure, boolean debug) {
        if (readerGone(failure) != null) {
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

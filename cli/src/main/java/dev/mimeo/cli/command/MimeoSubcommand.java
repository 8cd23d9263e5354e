package dev.mimeo.cli.command;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.sql.SqlEngine;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command: the options that all share, the streams of the run and its outputs. For one thread, and one run. */
@Command(
        addMethodSubcommands = false,
        versionProvider = Version.class,
        descriptionHeading = "%n",
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n",
        sortOptions = false,
        showDefaultValues = false)
public abstract class MimeoSubcommand extends HelpOptions implements Callable<Integer> {

    /** The command as picocli sees it. */
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    protected CommandSpec spec;

    @Option(names = "--threads", paramLabel = "N", order = LATE, description = "Worker threads (default: one per CPU).")
    private int threads = Runtime.getRuntime().availableProcessors();

    /** Whether the result is one JSON document. */
    @Option(names = "--json", order = LATE + 1, description = "Print one JSON document on standard output.")
    protected boolean json;

    /** Whether neither progress nor a summary is printed. */
    @Option(names = "--quiet", order = LATE + 2, description = "Print neither progress nor a summary.")
    protected boolean quiet;

    @Option(
            names = "--progress",
            paramLabel = "WHEN",
            order = LATE + 3,
            description = "Show progress: auto (on a terminal), always or never.")
    private Display progress = Display.AUTO;

    /** Whether outputs that exist are overwritten. */
    @Option(names = "--force", order = LATE + 4, description = "Overwrite existing outputs.")
    protected boolean force;

    /** Whether the stack trace of an error is printed. */
    // The stack trace is for Main, which must know even where parsing fails.
    @Option(names = "--debug", order = LATE + 6, description = "Show the stack trace of an error.")
    protected boolean debug;

    /** The streams of the run. */
    protected final Terminal terminal;

    /** Opens the outputs of the run. */
    protected final Outputs outputs;

    private final DataSeriesInputs traces;

    /**
     * Creates a command for one run.
     *
     * @param terminal the streams of the run
     * @param outputs opens its outputs
     */
    protected MimeoSubcommand(Terminal terminal, Outputs outputs) {
        this.terminal = terminal;
        this.outputs = outputs;
        this.traces = new DataSeriesInputs(terminal, outputs);
    }

    @Override
    public final Integer call() throws IOException {
        if (threads < 1) {
            throw usageError("--threads must be at least 1, got " + threads);
        }
        if (this instanceof UsesSql && !SqlEngine.isPresent()) {
            throw new CommandFailure("SQL is not in this distribution, and " + spec.qualifiedName()
                    + " needs it: use mimeo-" + Version.ofMimeo() + ".tar.gz or .zip, without -small in the name");
        }
        // A reference to the method, whose type is one of picocli, could not be in the archive of classes.
        outputs.checkOverwriting(this::refuseArgument, message -> usageError(message));
        try (traces) {
            return run();
        } catch (IOException e) {
            if (e instanceof MimeoException wrong && wrong.reason() == MimeoException.Reason.SYNTAX) {
                throw usageError(Errors.describe(e));
            }
            throw named(e);
        } catch (UncheckedIOException e) {
            throw named(Objects.requireNonNull(e.getCause()));
        } catch (OutOfMemoryError e) {
            String input = firstFile();
            if (input == null) {
                throw e;
            }
            throw new IOException(input + ": " + Errors.describe(e), e);
        }
    }

    /** Returns a failure that names the file it is about: one of writing that names none is about the output. */
    private IOException named(IOException failure) {
        IOException settled = DamagedTraces.named(spec, SettingNames.ofType(spec, failure));
        return asGiven(traces.named(GivenPaths.ofOutput(spec, settled)));
    }

    /** Returns a failure that names paths as they were given. */
    protected final IOException asGiven(IOException failure) {
        return GivenPaths.named(spec.commandLine().getParseResult().originalArgs(), failure);
    }

    /** Returns the first argument that is a file, which is what the run is about; null if there is none. */
    private @Nullable String firstFile() {
        for (String argument : spec.commandLine().getParseResult().originalArgs()) {
            if (!argument.startsWith("-") && new File(argument).isFile()) {
                return argument;
            }
        }
        return null;
    }

    /**
     * Does the work.
     *
     * @return the exit code
     */
    protected abstract int run() throws IOException;

    /** Returns the commands below this one, in the order of the help. */
    public List<CommandEntry> subcommands() {
        return List.of();
    }

    /** Returns the command line of this run, as a shell reads it. */
    protected final String commandLine() {
        List<String> words = new ArrayList<>(List.of("mimeo"));
        words.addAll(spec.commandLine().getParseResult().originalArgs());
        return Recipes.line(words);
    }

    /** Returns the streams of the run. */
    public final Terminal terminal() {
        return terminal;
    }

    /** Returns what opens the outputs of the run. */
    public final Outputs outputs() {
        return outputs;
    }

    /** Returns whether outputs that exist are overwritten. */
    public final boolean force() {
        return force;
    }

    /** Returns the number of threads to work with, at least 1. */
    protected final int threads() {
        return threads;
    }

    /** Returns the file of a DataSeries input, which may be {@code -} or a named pipe; it is there until the end of the run. */
    protected final Path trace(String argument) throws IOException {
        return traces.file(argument);
    }

    /** Makes a DataSeries file of a stream of something else. */
    @FunctionalInterface
    protected interface StreamConverter {

        /** Returns the file, which {@link #keep} was told. */
        Path convert(InputStream in, String name) throws IOException;
    }

    /** Returns the file of a DataSeries input as {@link #trace(String)} does; streams of something else are converted. */
    protected final Path trace(String argument, StreamConverter other) throws IOException {
        return traces.file(argument, other::convert);
    }

    /** Keeps a temporary file until the end of the run, which messages call as the input that it stands for. */
    protected final Path keep(Path temporary, String name) {
        return traces.keep(temporary, name);
    }

    /** Returns the files of DataSeries inputs, as {@link #trace} does. */
    protected final List<Path> traces(List<String> arguments) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String argument : arguments) {
            files.add(trace(argument));
        }
        return files;
    }

    /** Returns the line that says what went wrong with a DataSeries input. */
    protected final String describe(IOException failure) {
        return traces.named(Errors.describe(DamagedTraces.named(spec, failure)));
    }

    /** Refuses an output inside a tree that is read, for it would become part of what is read. */
    public final void refuseInside(String output, Path input) throws IOException {
        if (!output.equals("-") && Files.isDirectory(input)) {
            Path folder = AtomicFile.folderOf(Outputs.path(output));
            if (Files.isDirectory(folder) && folder.toRealPath().startsWith(input.toRealPath())) {
                throw usageError(output + " lies inside the input " + input + ": choose a folder outside of it");
            }
        }
    }

    /**
     * Refuses to overwrite a file that another argument names too, such as an input, or a folder with such a file. What {@link Outputs}
     * opens need not be checked, unless its name is derived.
     */
    protected final void refuseArgument(String output) throws IOException {
        if (output.equals("-") || !Outputs.exists(output)) {
            return;
        }
        List<Path> others = files();
        // One of them may be the name of the output.
        others.remove(Outputs.path(output));
        refuseInput(output, others);
    }

    /** Refuses an output whose name is derived, if an argument names it: that is not the name of the output then. */
    public final void refuseDerived(String output) throws IOException {
        refuseInput(output, files());
    }

    /** Returns the arguments that are names of files or folders that exist. */
    protected final List<Path> files() throws IOException {
        return FileArguments.existing(spec);
    }

    /**
     * Refuses an output that is one of the inputs, or a folder with one of them, which {@code --force} would replace. For inputs that
     * are not arguments: of these {@link Outputs} takes care.
     */
    public final void refuseInput(String output, List<Path> inputs) throws IOException {
        if (output.equals("-") || !Outputs.exists(output)) {
            return;
        }
        Path path = Outputs.path(output);
        for (Path input : inputs) {
            if (Files.exists(input)
                    && (Files.isSameFile(input, path)
                            || (Files.isDirectory(path)
                                    && Files.isRegularFile(input)
                                    && input.toRealPath().startsWith(path.toRealPath())))) {
                throw usageError(output + " is an input and an output: choose another name for the output");
            }
        }
    }

    /** Returns an error of usage: one line, the synopsis, exit code 2. */
    public final ParameterException usageError(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Returns the error of a command whose work is done by its subcommands, where none is given. */
    protected final ParameterException missingSubcommand() {
        return usageError("no command given: use one of "
                + String.join(", ", spec.subcommands().keySet()));
    }

    /** Returns the day that the value of an option names, {@code YYYY-MM-DD}. */
    public final LocalDate date(String option, String value) {
        try {
            return LocalDate.parse(value);
        } catch (DateTimeParseException e) {
            throw usageError(option + " takes YYYY-MM-DD, not '" + value + "'");
        }
    }

    /** Takes an argument through a library check, whose complaint is an error of usage. */
    public final <T> T checked(Supplier<T> check) {
        try {
            return check.get();
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    /** A library check that reads files. */
    @FunctionalInterface
    public interface ReadingCheck<T> {

        /**
         * Checks, and returns what was checked.
         *
         * @throws IllegalArgumentException if the argument is wrong
         */
        T get() throws IOException;
    }

    /** Takes an argument through a check as {@link #checked} does, which may also fail to read. */
    public final <T> T checkedReading(ReadingCheck<T> check) throws IOException {
        try {
            return check.get();
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    /** Starts to show progress in bytes, where somebody can see it. */
    public final Progress byteProgress(String task) {
        return isWatched() ? ConsoleProgress.ofBytes(terminal.err(), task) : Progress.NONE;
    }

    /** Starts to show progress in steps, where somebody can see it. */
    public final Progress stepProgress(String task) {
        return isWatched() ? ConsoleProgress.ofSteps(terminal.err(), task) : Progress.NONE;
    }

    private boolean isWatched() {
        return progress.isWanted(terminal.errIsTerminal() && !"dumb".equals(System.getenv("TERM"))) && !quiet;
    }

    /**
     * Returns the output to write: the one that was given, or the name of the input with another suffix, in the working folder.
     *
     * @param given null if none was given
     * @param input a path or a name
     * @param old regular expression of the end that is replaced, if the input has it
     */
    protected final String outputOr(@Nullable String given, String input, String old, String suffix)
            throws IOException {
        if (given != null) {
            return given;
        }
        Path path = Outputs.path(input).toAbsolutePath().normalize().getFileName();
        if (path == null || input.equals("-")) {
            throw usageError(input + " has no name to derive that of the output from: name it with -o");
        }
        String derived = path.toString().replaceFirst("(?:" + old + ")$", "") + suffix;
        refuseDerived(derived);
        return derived;
    }

    /** Refuses to write both the JSON document and the data to standard output. */
    protected final void refuseTwoResults(String output) {
        if (json && output.equals("-")) {
            throw usageError("--json and - both want standard output: name a file");
        }
    }

    /** Says something about the run to a person, in whole lines; not with {@code --quiet}. */
    public final void note(String lines) {
        if (!quiet) {
            terminal.err().print(lines);
            terminal.err().flush();
        }
    }

    /** Prints a warning of what was lost, left out or damaged, one line, also when the run is to be quiet. */
    public final void warn(String line) {
        terminal.err().println("mimeo: warning: " + Failures.oneLine(line));
    }

    /** Prints a text as the result. The run goes on also if the reader has gone; what is endless uses {@link TextResults#write}. */
    protected final void print(String text) throws IOException {
        TextResults.writeIfRead(terminal.out(), text);
    }
}

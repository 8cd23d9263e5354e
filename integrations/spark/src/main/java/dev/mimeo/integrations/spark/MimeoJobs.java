package dev.mimeo.integrations.spark;

import dev.mimeo.internal.text.Failures;
import dev.mimeo.internal.text.SqlArguments;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkUserAppException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.network.util.JavaUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** Main class for {@code spark-submit}: {@code scan}, {@code generate} and {@code query} with a cluster. */
@Command(
        name = "mimeo-spark",
        mixinStandardHelpOptions = true,
        subcommands = {SparkScanCommand.class, SparkGenerateCommand.class, QueryCommand.class},
        description = "Scans, generates and queries with a cluster. All machines have the files at the same paths or "
                + "addresses.")
public final class MimeoJobs {

    private static final Pattern SETTING = Pattern.compile("`(\\w+)`");

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show the stack trace of an error.")
    private boolean debug;

    private MimeoJobs() {}

    /**
     * Runs a job in the cluster of {@code spark-submit}.
     *
     * @param arguments {@code scan}, {@code generate} or {@code query}, and what these take; {@code --help} lists it
     * @throws SparkUserAppException if the job fails (exit code 1) or the arguments are wrong (2), so that Spark ends with that code; why
     *     was printed
     */
    public static void main(String... arguments) throws SparkUserAppException {
        int status = execute(commandLine(), arguments);
        if (status != 0) {
            throw failure(status);
        }
    }

    /** Runs a job and returns its exit code. */
    static int execute(CommandLine jobs, String... arguments) {
        boolean isQuery = arguments.length > 0 && arguments[0].equals("query");
        return jobs.execute(
                isQuery ? Stream.of(arguments).map(SqlArguments::unlikeOption).toArray(String[]::new) : arguments);
    }

    /** Returns what ends Spark with an exit code. Its constructor takes a cause too since Spark 4. */
    private static SparkUserAppException failure(int status) {
        Constructor<?> constructor = SparkUserAppException.class.getConstructors()[0];
        Object[] arguments = new Object[constructor.getParameterCount()];
        arguments[0] = status;
        try {
            return (SparkUserAppException) constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of Spark is not supported", e);
        }
    }

    static CommandLine commandLine() {
        MimeoJobs jobs = new MimeoJobs();
        return new CommandLine(jobs)
                .registerConverter(Path.class, MimeoJobs::mounted)
                .setParameterExceptionHandler((failure, arguments) -> {
                    CommandLine command = failure.getCommandLine();
                    command.getErr().println("mimeo-spark: " + Failures.oneLine(String.valueOf(failure.getMessage())));
                    command.getErr()
                            .println("Try '" + command.getCommandSpec().qualifiedName() + " --help' for all options.");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, command, result) -> {
                    if (jobs.debug) {
                        failure.printStackTrace(command.getErr());
                    }
                    command.getErr()
                            .println("mimeo-spark: " + withOptions(describe(failure), command.getCommandSpec()));
                    return ExitCode.SOFTWARE;
                });
    }

    /**
     * Returns a line for a failure, here or of a task: what is wrong with the data, a file or an argument is in the first exception that
     * says so, and not in those of Spark around it.
     */
    static String describe(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileSystemException named && named.getFile() != null) {
                return Failures.oneLine(named.getFile() + ": " + Failures.reason(named));
            }
            if (cause instanceof IOException || cause instanceof IllegalArgumentException) {
                return Failures.oneLine(Failures.reason(cause));
            }
        }
        return Failures.oneLine(failure.toString().lines().findFirst().orElse("")
                + ": an unexpected error: run with --debug for the details");
    }

    /**
     * Returns a message with the options of a command in place of the settings that the library names in backquotes: the option of {@code
     * chunkSize} is called {@code --chunk-size}. A setting without an option stays.
     */
    static String withOptions(String message, CommandSpec command) {
        return SETTING.matcher(message).replaceAll(setting -> {
            String words = setting.group(1).replaceAll("(?=[A-Z])", "-");
            String option = "--" + words.toLowerCase(Locale.ROOT);
            return Matcher.quoteReplacement(command.findOption(option) == null ? setting.group() : option);
        });
    }

    /**
     * Returns the path of an input or an output.
     *
     * @param name address in a file system of Hadoop, or a path that all machines mount
     */
    static Path path(String name, JavaSparkContext context) throws IOException {
        return HadoopFileSystem.any(name, context.hadoopConfiguration());
    }

    /** Takes the path of a file that all machines mount; an address would name a file in the folder of each. */
    private static Path mounted(String value) {
        Path path = Path.of(value);
        if (InputFiles.isAddress(value) && !Files.exists(path)) {
            throw new TypeConversionException(
                    "'" + value + "' is an address: name a file in a file system that all machines mount");
        }
        return path;
    }

    /** Sizes as Spark writes them: {@code 64m}, {@code 10g}; bytes where there is no unit. */
    static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            try {
                return JavaUtils.byteStringAsBytes(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + value
                        + "' is not a size below 8 EiB: write a whole number and a unit, as in 4096, 64k or 10g");
            }
        }
    }
}

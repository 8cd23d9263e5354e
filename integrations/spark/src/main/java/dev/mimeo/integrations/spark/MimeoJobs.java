package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.network.util.JavaUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Main class for {@code spark-submit}: {@code scan}, {@code generate} and {@code query} with a cluster. */
@Command(
        name = "mimeo-spark",
        mixinStandardHelpOptions = true,
        subcommands = {SparkScanCommand.class, SparkGenerateCommand.class, QueryCommand.class},
        description = "Scans, generates and queries with a cluster. All machines have the files at the same paths or "
                + "addresses.")
public final class MimeoJobs {

    private MimeoJobs() {}

    /**
     * Runs a job in the cluster of {@code spark-submit}.
     *
     * @param arguments {@code scan}, {@code generate} or {@code query}, and what these take; {@code --help} lists it
     * @throws IllegalStateException if the arguments are wrong or the job fails, so that Spark reports it; why was printed
     */
    public static void main(String... arguments) {
        int status = commandLine().execute(arguments);
        if (status != 0) {
            throw new IllegalStateException("the job ended with status " + status);
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new MimeoJobs()).registerConverter(Path.class, MimeoJobs::mounted);
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
            return JavaUtils.byteStringAsBytes(value);
        }
    }
}

package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkException;
import org.apache.spark.SparkUserAppException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

final class MimeoJobsTest {

    @TempDir
    private Path folder;

    @Test
    void jobsHaveTheOptionsOfTheCommandsThatTheyStandFor() {
        assertThat(MimeoJobs.commandLine().getSubcommands().keySet())
                .containsExactlyInAnyOrder("scan", "generate", "query");
        assertThat(new CommandLine(new SparkScanCommand()).getUsageMessage())
                .contains("--chunk-size", "--sample", "--seed", "--scanner", "--strict", "--output");
        assertThat(new CommandLine(new SparkGenerateCommand()).getUsageMessage())
                .contains("--size", "--seed", "--generator", "--option", "--order", "--printable", "--offset");
        assertThat(new CommandLine(new QueryCommand()).getUsageMessage())
                .contains("--garage", "--output", "--strict", "--resume", "--macros", "--memory", "--task-size");
    }

    @Test
    void sizesAreWrittenAsSparkDoes() {
        assertThat(Stream.of("17", "4k", "64m", "10g").map(new MimeoJobs.Size()::convert))
                .containsExactly(17L, 4096L, 64L << 20, 10L << 30);
    }

    @ParameterizedTest
    @CsvSource({"1.5g, whole number", "none, whole number", "4g, '512 bytes to 4m, got 4294967296 bytes'"})
    void wrongSizesAreExplained(String size, String problem) {
        StringWriter messages = new StringWriter();
        CommandLine commands = MimeoJobs.commandLine().setErr(new PrintWriter(messages));
        assertThat(commands.execute("scan", "x", "-o", "out", "--chunk-size", size))
                .isPositive();
        assertThat(messages.toString()).contains(problem).doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({
        "'', mimeo-spark: Missing required subcommand, mimeo-spark",
        "nope, mimeo-spark: Unmatched argument, mimeo-spark",
        "query APPLY --grage x, mimeo-spark: Unknown option, mimeo-spark query",
        "scan x, mimeo-spark: Missing required option, mimeo-spark scan",
    })
    void wrongArgumentsAreOneLineThatNamesTheProgram(String arguments, String problem, String command) {
        StringWriter messages = new StringWriter();
        CommandLine commands = MimeoJobs.commandLine().setErr(new PrintWriter(messages));
        assertThat(commands.execute(arguments.isEmpty() ? new String[0] : arguments.split(" ")))
                .isEqualTo(2);
        assertThat(messages.toString().lines()).hasSize(2).first(STRING).startsWith(problem);
        assertThat(messages.toString().lines()).last(STRING).isEqualTo("Try '" + command + " --help' for all options.");
    }

    /** The messages of libraries name their settings; a user has options. */
    @Test
    void settingsAreShownAsOptions() {
        CommandSpec scan = new CommandLine(new SparkScanCommand()).getCommandSpec();
        assertThat(MimeoJobs.withOptions("use `sample` or a larger `chunkSize`, or not `effort` fast", scan))
                .isEqualTo("use --sample or a larger --chunk-size, or not `effort` fast");
    }

    @Test
    void macrosAreInMountedFileSystems() {
        StringWriter messages = new StringWriter();
        CommandLine commands = MimeoJobs.commandLine().setErr(new PrintWriter(messages));
        assertThat(commands.execute("query", "APPLY x.sql ON \"**\"", "--macros", "s3a://bucket/macros"))
                .isEqualTo(2);
        assertThat(messages.toString()).contains("is an address: name a file in a file system that all machines mount");
    }

    /** A text that is not taken for an option is read, and wrong as a query. */
    @Test
    void queriesMayStartWithAComment() {
        StringWriter messages = new StringWriter();
        CommandLine commands = MimeoJobs.commandLine().setErr(new PrintWriter(messages));
        assertThat(MimeoJobs.execute(commands, "query", "--all\nAPLY 'SELECT 1' ON x"))
                .isEqualTo(1);
        assertThat(messages.toString()).startsWith("mimeo-spark: line 2, column 1: expected APPLY, found 'APLY'");
    }

    @ParameterizedTest
    @CsvSource({"histogram, none, 2", "histogran, 32k, 1"})
    void failuresReachWhoStartedTheJob(String scanner, String chunkSize, int code) {
        assertThatThrownBy(
                        () -> MimeoJobs.main("scan", "x", "-o", "out", "--scanner", scanner, "--chunk-size", chunkSize))
                .isInstanceOfSatisfying(
                        SparkUserAppException.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(code));
        assertThat(Path.of("out")).doesNotExist();
    }

    @Test
    void aFailureIsOneLineUnlessItsPlaceIsAskedFor() {
        String[] wrong = {"scan", "x", "-o", "out", "--scanner", "histogran"};
        String line = failed(wrong);
        assertThat(line).startsWith("mimeo-spark: ").contains("histogran").hasLineCount(1);
        assertThat(failed(Stream.concat(Stream.of(wrong), Stream.of("--debug")).toArray(String[]::new)))
                .contains("\tat dev.mimeo.")
                .endsWith(line);
    }

    private static String failed(String... arguments) {
        StringWriter messages = new StringWriter();
        assertThat(MimeoJobs.commandLine().setErr(new PrintWriter(messages)).execute(arguments))
                .isEqualTo(1);
        return messages.toString();
    }

    @Test
    void serversThatCannotBeReachedAreNamed() throws IOException {
        Configuration configuration = LocalSpark.session().sparkContext().hadoopConfiguration();
        String retries = "ipc.client.connect.max.retries";
        configuration.setInt(retries, 0);
        int port;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = unused.getLocalPort();
        }
        String input = "hdfs://127.0.0.1:" + port + "/data";
        try {
            assertThat(failed("scan", input, "-o", folder.resolve("c.ds").toString()))
                    .startsWith("mimeo-spark: " + input)
                    .contains("Connection refused")
                    .hasLineCount(1);
            assertThat(folder).isEmptyDirectory();
        } finally {
            configuration.unset(retries);
        }
    }

    @Test
    void exceptionsOfSparkHideNoReason() {
        IOException reason = new IOException("hdfs://server/data: is damaged\n at byte 7");
        Throwable ofTask = new SparkException("Job aborted due to stage failure: Lost task 0.3", reason);
        assertThat(MimeoJobs.describe(new IllegalStateException(ofTask)))
                .isEqualTo("hdfs://server/data: is damaged; at byte 7");
        assertThat(MimeoJobs.describe(new UncheckedIOException(new NoSuchFileException("s3a://bucket/c.ds"))))
                .isEqualTo("s3a://bucket/c.ds: no such file or directory: check the name");
        assertThat(MimeoJobs.describe(new SparkException("Task not serializable\nSerialization stack:", null)))
                .matches("org.apache.spark.SparkException: .*Task not serializable: an unexpected error: run .*");
    }
}

package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class MimeoJobsTest {

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

    @Test
    void macrosAreInMountedFileSystems() {
        StringWriter messages = new StringWriter();
        CommandLine commands = MimeoJobs.commandLine().setErr(new PrintWriter(messages));
        assertThat(commands.execute("query", "APPLY x.sql ON \"**\"", "--macros", "s3a://bucket/macros"))
                .isEqualTo(2);
        assertThat(messages.toString()).contains("is an address: name a file in a file system that all machines mount");
    }

    @Test
    void failuresReachWhoStartedTheJob() {
        for (String size : new String[] {"none", "1"}) {
            assertThatThrownBy(
                            () -> MimeoJobs.main("generate", "none.ds", "-o", "out", "--size", size, "--offset", "-5"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("status");
        }
        assertThat(Path.of("out")).doesNotExist();
    }
}

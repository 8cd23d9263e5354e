package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.cli.command.Version;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line without DuckDB on the class path, as in the small distribution. */
@Tag("thorough")
final class WithoutSqlTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dssql SELECT",
                "dsexport a.ds -o a.parquet",
                "dsimport a.parquet a.ds",
                "nfs plot SELECT a.csv -o a.svg",
                "garage query APPLY -o a.csv",
                "garage unpack packed -o a.csv"
            })
    void commandsThatNeedSqlSayWhichDistributionHasIt(String line) throws Exception {
        String command = line.replaceAll("((?:nfs |garage )?\\w+) .*", "$1");
        assertThat(run(1, line.split(" ")))
                .isEqualTo("mimeo: SQL is not in this distribution, and mimeo " + command + " needs it: use mimeo-"
                        + Version.ofMimeo() + ".tar.gz or .zip, without -small in the name\n");
    }

    @Test
    void helpListsThemAsLeftOut() throws Exception {
        String help = run(0, "help").replaceAll("\\s+", " ");
        assertThat(help).contains("dssql Runs an SQL query over DataSeries files. (not in this distribution)");
        assertThat(help.split("not in this distribution", -1)).hasSize(4);
        assertThat(run(0, "help", "garage").split("not\\s+in\\s+this\\s+distribution", -1))
                .hasSize(3);
    }

    @Test
    void otherCommandsWork() throws Exception {
        Files.writeString(folder.resolve("counters.csv"), "serverID,sampleTime,cpu\nweb,2026-03-01T00:00:00,1\n");
        assertThat(run(0, "garage", "pack", "counters.csv", "-o", "packed")).contains("1 row in 1 file");
        assertThat(run(0, "garage", "catalog", "packed")).contains("RawData.cpu");
        assertThat(run(0, "garage", "summarize", "packed")).contains("1 of 1 file summarized");
        assertThat(run(1, "garage", "summarize", "packed", "-o", "all.duckdb"))
                .contains("DuckDB is not on the class path");
    }

    @Test
    void filesThatOnlyTheEngineReadsAreAnErrorThatSaysSo() throws Exception {
        Files.writeString(folder.resolve("counters.parquet"), "PAR1");
        assertThat(run(1, "garage", "pack", "counters.parquet", "-o", "packed"))
                .contains("DuckDB is not on the class path: add its jar, or use a distribution of Mimeo that has it");
    }

    private String run(int code, String... arguments) throws IOException, InterruptedException {
        List<String> words = MimeoProcess.command();
        int path = words.indexOf("-cp") + 1;
        words.set(
                path,
                Arrays.stream(words.get(path).split(File.pathSeparator))
                        .filter(entry -> !entry.contains("duckdb"))
                        .collect(Collectors.joining(File.pathSeparator)));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(text).isEqualTo(code);
        return text;
    }
}

package dev.mimeo.integrations.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("thorough")
final class RocksDbDemoTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void loadsEachGeneratorUnderEachCodec() throws IOException {
        int status = run("--json", "--records", "1000", "--codecs", "lz4,zstd", "--folder", folder.toString(), "prose");
        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        JsonNode loads = JsonMapper.shared().readTree(out.toString()).get("loads");
        assertThat(loads.size()).isEqualTo(8);
        for (JsonNode load : loads) {
            assertThat(load.get("values").asLong()).isEqualTo(1000);
            double ratio = load.get("ratio").asDouble();
            switch (load.get("data").asString()) {
                case "zeros" -> assertThat(ratio).isGreaterThan(10);
                case "random" -> assertThat(ratio).isLessThan(1);
                default -> assertThat(ratio).isBetween(1.1, 5.0);
            }
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void comparesWithTheOriginal() throws IOException {
        Path original = Files.createDirectory(folder.resolve("original"));
        Files.writeString(original.resolve("a"), "synthetic data like the original ".repeat(1000));
        Files.writeString(original.resolve("b"), "no other ".repeat(1000));
        assertThat(run(
                        "--original",
                        original.toString(),
                        "--codecs",
                        "zlib",
                        "--generators",
                        "random",
                        "--folder",
                        folder.toString(),
                        "prose"))
                .isZero();
        assertThat(out.toString().lines().toList())
                .hasSize(4)
                .anyMatch(line -> line.matches("zlib +original +0\\.04 .*\\+0\\.0 %.*"))
                .anyMatch(line -> line.matches("zlib +random +0\\.04 .*\\+\\d+\\.\\d %.*"));
    }

    @Test
    void moreValuesAreLoadedThanWereScanned() {
        assertThat(run(
                        "--records",
                        "80000",
                        "--value-size",
                        "100",
                        "--codecs",
                        "none",
                        "--generators",
                        "auto",
                        "prose"))
                .isZero();
        assertThat(out.toString().lines().toList()).last().asString().matches("none +auto +8\\.00 .*");
    }

    @Test
    void aSignalRemovesTheDatabase() throws IOException, InterruptedException {
        Process process;
        try (WatchService changes = FileSystems.getDefault().newWatchService()) {
            folder.register(changes, StandardWatchEventKinds.ENTRY_CREATE);
            process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            RocksDbDemo.class.getName(),
                            "--records",
                            "100000000",
                            "--folder",
                            folder.toString(),
                            "prose")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            changes.take();
        }
        process.destroy();
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void wrongCallsAndMissingFilesGiveOneLine() {
        assertThat(run("--codecs", "lz5", "prose")).isEqualTo(2);
        assertThat(err.toString()).startsWith("no compression 'lz5'");
        assertThat(run("--generators", "nosuch", "prose")).isEqualTo(2);
        assertThat(run("--records", "0", "prose")).isEqualTo(2);
        err.getBuffer().setLength(0);
        assertThat(run("--value-size", "99999999", "prose")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("mimeo-rocksdb: the original has less than one value of 99999999 bytes:"
                        + " choose a smaller --value-size\n");
        err.getBuffer().setLength(0);
        assertThat(run("--folder", folder + "/none", "prose")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("mimeo-rocksdb: " + folder + "/none: no such folder: create it, or choose another one\n");
        err.getBuffer().setLength(0);
        assertThat(run("nosuch.ds")).isEqualTo(1);
        assertThat(err.toString().lines())
                .hasSize(1)
                .allMatch(line -> line.startsWith("mimeo-rocksdb: ")
                        && line.contains(
                                "nosuch.ds: no such file, and no bundled characterization 'nosuch.ds': these are "));
    }

    @Test
    void theVersionIsPrinted() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("mimeo-rocksdb ");
    }

    private int run(String... arguments) {
        CommandLine line = RocksDbDemo.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}

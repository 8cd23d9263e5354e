package dev.mimeo.cli;

import static dev.mimeo.cli.FaultJob.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a file is that a command is to read, the error is one line, and none of a library. */
@Tag("thorough")
final class UnusableInputsTest {

    /** Jobs beside those for faults, most of which have options with files. */
    private static final List<FaultJob> OTHERS = List.of(
            job("sql2ds", "--dsn=jdbc:sqlite:{sqlite} --password-file {text} t OUT"),
            job("sql2ds", "--dsn=jdbc:none:x --driver-jar {text} t OUT"),
            job("dssql", "FROM|'{parquet}' -o OUT.csv"),
            job("dssql", "FROM|'{csv}' -o OUT.csv"),
            job("dsimport", "{csv} OUT"),
            job("dsinfo", "{trace}"),
            job("ds2txt", "{trace}"),
            job("nfs convert", "{pcap} --anonymize none --manifest {text} -o OUT"),
            job("nfs convert", "{pcap} --anonymize hmac --keys {text} -o OUT"),
            job("nfs analyze", "-a latency {tables} -o OUT"),
            job("nfs plot", "select|1|as|x,2|as|y {counters} --format svg -o OUT"),
            job("garage pack", "{counters} --columns {text} -o OUT"),
            job("garage pack", "--format sadf {counters} -o OUT"),
            job("garage catalog", "{text}"),
            job("garage unpack", "{text} -o OUT.csv"),
            job("garage fetch", "http://localhost:1 --from 2026-03-01 --headers {text} -o OUT"));

    private static final Path DEVICE = Path.of("/dev/null");

    @TempDir
    private static Path folder;

    private static final Map<String, Path> INPUTS = new HashMap<>();

    @BeforeAll
    static void writeInputs() throws IOException, SQLException {
        INPUTS.putAll(FaultInputs.write(folder));
    }

    static Stream<FaultJob> jobs() {
        return Stream.concat(FaultJob.ALL.stream(), OTHERS.stream());
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void theErrorIsOneLine(FaultJob job, @TempDir Path here) throws IOException {
        String arguments = String.join(" ", job.arguments());
        for (Map.Entry<String, Path> input : INPUTS.entrySet()) {
            if (arguments.contains(input.getKey())) {
                for (Path unusable : unusable(here, input.getValue())) {
                    Map<String, Path> inputs = new HashMap<>(INPUTS);
                    inputs.put(input.getKey(), unusable);
                    assertPlain(run(job, inputs, here.resolve("result")), job + " with " + unusable);
                }
            }
        }
    }

    /** Returns files and others under names that end as that of the file in whose place they are. */
    private static List<Path> unusable(Path here, Path file) throws IOException {
        String suffix = file.getFileName().toString().replaceFirst(".*(?=\\.)", "");
        byte[] random = new byte[5000];
        new Random(7).nextBytes(random);
        List<Path> files = new ArrayList<>();
        files.add(Files.write(here.resolve("binary" + suffix), random));
        files.add(Files.write(here.resolve("empty" + suffix), new byte[0]));
        files.add(Files.writeString(here.resolve("text" + suffix), "hello\n"));
        files.add(Files.createDirectories(here.resolve("folder" + suffix)));
        files.add(here.resolve("missing" + suffix));
        files.add(Files.write(here.resolve("binary"), random));
        if (Files.exists(DEVICE)) {
            files.add(DEVICE);
        }
        return files;
    }

    private static TestRun run(FaultJob job, Map<String, Path> inputs, Path output) {
        List<String> words = job.words(inputs, output.toString());
        words.addAll(List.of("--quiet", "--force"));
        return TestRun.of(words.toArray(String[]::new));
    }

    private static void assertPlain(TestRun run, String description) {
        assertThat(run.code()).as("%s: %s", description, run.err()).isBetween(0, 2);
        assertThat(run.err())
                .as(description)
                .doesNotContain("Exception", "unexpected error", "Possible", "Error: ", "Input length")
                .doesNotContain("mimeo: is a directory");
        if (run.code() == 1) {
            assertThat(run.err()
                                    .lines()
                                    .filter(line -> line.startsWith("mimeo: "))
                                    .count()
                            + run.out().length())
                    .as(description)
                    .isPositive();
            assertThat(run.err().lines()).as(description).hasSizeLessThan(2);
        }
    }

    /** Values that a library refuses by an exception of its own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "garage compact {here} --before 2026-01-01 --scope [",
                "garage thin {here} --delete --scope {a",
                "garage pack {counters} -o EMPTY",
                "garage pack {counters} -o {here} --columns EMPTY",
                "pipe {chars} --fifo {csv} --root {here} --ack EMPTY",
                "generate {chars} --size 1KiB -o EMPTY",
                "nfs convert {pcap} --anonymize none --manifest EMPTY -o {here}",
                "dssql FROM|'{trace}' --partition-by none -o {here}/parts",
                "dssql FROM|'{trace}' --partition-by EMPTY -o {here}/parts",
                "ds2txt {trace} --select id",
                "dssql FROM|none"
            })
    void valuesOfOptions(String command, @TempDir Path here) {
        Map<String, Path> inputs = new HashMap<>(INPUTS);
        inputs.put("{here}", here);
        List<String> words = new ArrayList<>();
        for (String word : command.split(" ")) {
            String value = word.equals("EMPTY") ? "" : word;
            for (Map.Entry<String, Path> input : inputs.entrySet()) {
                value = value.replace(input.getKey(), input.getValue().toString());
            }
            words.add(value.replace('|', ' '));
        }
        TestRun run = TestRun.of(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isIn(1, 2);
        assertThat(run.err()).doesNotContain("Exception", "unexpected error", "near index", "Error: ", "mimeo: : ");
        assertThat(run.err().lines().filter(line -> line.matches("mimeo(?!: warning).*")))
                .hasSize(1);
    }

    @Test
    void aWrongLineOfCsvIsNamed() throws IOException {
        StringBuilder lines = new StringBuilder("1,x\n".repeat(30_000));
        Path file = Files.writeString(folder.resolve("long.csv"), lines.append("1,2,3\n"));
        String error = "mimeo: " + file + ": line 30001: Expected Number of Columns: 2 Found: 3: correct the line\n";
        String output = folder.resolve("long.json").toString();
        assertThat(TestRun.of("dssql", "FROM '" + file + "'", "-o", output).err())
                .isEqualTo(error);
        assertThat(TestRun.of("dsimport", file.toString(), output).err()).isEqualTo(error);
    }
}

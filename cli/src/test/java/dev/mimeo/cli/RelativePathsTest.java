package dev.mimeo.cli;

import static dev.mimeo.cli.FaultJob.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors call files and folders as they were given. */
@Tag("thorough")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the temporary folder may be on another drive")
final class RelativePathsTest {

    /** Jobs beside those for faults. */
    private static final List<FaultJob> OTHERS = List.of(
            job("scan", "{csv} --categories --scanner histogram -o OUT"),
            job("mimic", "{csv} -o OUT --codec zlib:6"),
            job("mimic", "{csv} -o {new} --codec zlib:6 --html OUT"),
            job("mimic", "{csv} -o {new} --codec zlib:6 --keep OUT"),
            job("demo", "-o OUT"),
            job("audit", "{csv} {chars}"),
            job("pattern", "vdbench {chars} --blocks 64 -o OUT"),
            job("pipe", "{chars} --fifo {text} --root {new} --ack OUT"),
            job("tree", "{chars} --from {text} --root OUT"),
            job("garage sample", "--count 1 -o OUT"),
            job("dsinfo", "{trace}"),
            job("dsverify", "{trace}"),
            job("ds2txt", "{trace}"),
            job("dsstatgroupby", "t basic id from {trace}"),
            job("dsextentindex", "{index}"),
            job("dsselect", "t id {trace} {new} --where id==3 --index {index}"),
            job("dssql", "FROM|'{trace}' --partition-by id -o OUT"),
            job("nfs summary", "{pcap} --html OUT"),
            job("nfs capture", "- -o OUT"),
            job("nfs report", "{tables} -o OUT"),
            job("nfs analyze", "-a latency {tables} -o OUT"),
            job("nfs plot", "select|1|as|x,2|as|y {counters} --format svg -o OUT"),
            job("garage catalog", "{garage}"),
            job("garage unpack", "{garage} -o OUT"),
            job("garage unpack", "{garage} --partition-by server -o OUT"),
            job("garage query", "APPLY|'FROM|RawData'|ON|'**' --garage {garage} -o OUT.csv"),
            job("garage summarize", "{garage} -o OUT"),
            job("garage compact", "{garage} --before 2026-01-01"),
            job("garage thin", "{garage} --before 2026-01-01 --delete"));

    @TempDir
    private static Path folder;

    private static final Map<String, Path> INPUTS = new HashMap<>();

    @BeforeAll
    static void writeInputs() throws IOException, SQLException {
        FaultInputs.write(folder).forEach((name, file) -> INPUTS.put(name, relative(file)));
        Path garage = folder.resolve("garage");
        assertThat(TestRun.of("garage", "pack", String.valueOf(INPUTS.get("{counters}")), "-o", garage.toString())
                        .code())
                .isZero();
        INPUTS.put("{garage}", relative(garage));
        Path index = folder.resolve("index");
        assertThat(TestRun.of(
                                "dsextentindex",
                                "--new",
                                "t",
                                "id",
                                index.toString(),
                                String.valueOf(INPUTS.get("{trace}")))
                        .code())
                .isZero();
        INPUTS.put("{index}", relative(index));
    }

    private static Path relative(Path file) {
        return Path.of("").toAbsolutePath().relativize(file);
    }

    static Stream<FaultJob> jobs() {
        return Stream.concat(FaultJob.ALL.stream(), OTHERS.stream());
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void anErrorHasThePathThatWasGiven(FaultJob job, @TempDir Path here) {
        Map<String, Path> inputs = new HashMap<>(INPUTS);
        inputs.put("{new}", relative(here.resolve("new")));
        Path missing = relative(here.resolve("none/missing.ds"));
        List<List<String>> lines = new ArrayList<>();
        lines.add(job.words(inputs, missing.toString()));
        lines.add(job.words(inputs, INPUTS.get("{csv}") + "/out"));
        // Not even the administrator can make files there.
        lines.add(job.words(inputs, relative(Path.of("/proc/self/out")).toString()));
        for (String input : INPUTS.keySet()) {
            if (job.arguments().stream().anyMatch(argument -> argument.contains(input))) {
                Map<String, Path> changed = new HashMap<>(inputs);
                changed.put(input, missing);
                lines.add(job.words(changed, relative(here.resolve("out")).toString()));
            }
        }
        int failures = 0;
        for (List<String> words : lines) {
            TestRun run = TestRun.of(words.toArray(String[]::new));
            failures += run.code() == 0 ? 0 : 1;
            assertThat(run.err()).as("%s", words).doesNotContain("Exception", "unexpected error");
            assertThat(run.err().replace("../", "").replaceAll("\\.\\./?", ""))
                    .as("%s", words)
                    .doesNotContain(" " + here, "'" + here, "(" + here)
                    .doesNotContain(" /proc", "'/proc", "(/proc")
                    .doesNotContain(" " + folder, "'" + folder, "(" + folder);
        }
        assertThat(failures).as("%s", lines).isPositive();
    }
}

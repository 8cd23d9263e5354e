package dev.mimeo.cli;

import static dev.mimeo.cli.FaultJob.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.command.FileArguments;
import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParseResult;

/** No command overwrites its input, also with {@code --force}. */
@Tag("thorough")
final class OverwrittenInputsTest {

    /** Jobs beside those for faults. */
    private static final List<FaultJob> OTHERS = List.of(
            job("mimic", "{csv} -o OUT --codec zlib:6"),
            job("mimic", "{csv} -o {text} --keep OUT --codec zlib:6"),
            job("compare", "{csv} {text} --codec zlib:6 --export-csv OUT"),
            job("dsextentindex", "OUT {trace}"),
            job("dsrepack", "{trace} {tables} OUT"),
            job("nfs summary", "{pcap} --html OUT"),
            job("nfs analyze", "-a latency {tables} -o OUT"),
            job("nfs plot", "select|1|as|x,2|as|y {counters} --format svg -o OUT"),
            job("nfs convert", "{pcap} --anonymize hmac --random-key --write-map OUT -o {text}"),
            job("garage fetch", "http://localhost:1 --from 2026-03-01 --headers {headers} -o OUT"),
            job("garage unpack", "{packed} -o OUT"),
            job("garage unpack", "{garage} -o {packed}"),
            job("garage query", "APPLY|'FROM|RawData'|ON|'**' --garage {garage} -o {packed}"),
            job("garage query", "APPLY|'FROM|RawData'|ON|'**'|INTO|'{packed}' --garage {garage}"),
            job("garage query", "APPLY|'FROM|RawData'|ON|'**' --garage {garage} --macros {macros} -o OUT.csv"),
            job("garage summarize", "{garage} -o {packed}"),
            job("garage summarize", "{garage} -o {summary}"),
            job("pipe", "{chars} --fifo {text} --root {garage} --ack OUT"));

    private static final Pattern INPUT = Pattern.compile("\\{\\w+}");

    /** The output of a job, and the suffix that its name must have. */
    private static final Pattern OUTPUT = Pattern.compile("OUT(\\.\\w+)?");

    @TempDir
    private static Path folder;

    private static final Map<String, Path> INPUTS = new HashMap<>();

    @BeforeAll
    static void writeInputs() throws IOException, SQLException {
        INPUTS.putAll(FaultInputs.write(folder));
        Path garage = folder.resolve("garage");
        assertThat(TestRun.of("garage", "pack", String.valueOf(INPUTS.get("{counters}")), "-o", garage.toString())
                        .code())
                .isZero();
        assertThat(TestRun.of("garage", "summarize", garage.toString()).code()).isZero();
        INPUTS.put("{headers}", Files.writeString(folder.resolve("headers"), "Accept: text/plain\n"));
        INPUTS.put("{macros}", Files.writeString(folder.resolve("macros.csv"), "_One = 1\n"));
        INPUTS.put("{garage}", garage);
        INPUTS.put("{summary}", garage.resolve("summaries/index.sum"));
        try (Stream<Path> files = Files.list(garage)) {
            INPUTS.put(
                    "{packed}",
                    files.filter(file -> file.toString().endsWith(".gar"))
                            .findFirst()
                            .orElseThrow());
        }
    }

    static Stream<FaultJob> jobs() {
        return Stream.concat(FaultJob.ALL.stream(), OTHERS.stream());
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void anInputIsNoOutput(FaultJob job) throws IOException {
        for (Path input : inputs(job)) {
            if (input.toString().endsWith(suffix(job))) {
                assertRefused(job, input);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "not every user may make symbolic links")
    void anInputIsNoOutputUnderAnotherName(FaultJob job) throws IOException {
        for (Path input : inputs(job)) {
            Path link = Files.createSymbolicLink(folder.resolve("link" + suffix(job)), input);
            try {
                assertRefused(job, link);
            } finally {
                Files.delete(link);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void argumentsThatNameInputsAreKnownAsFiles(FaultJob job) {
        Set<String> inputs = new HashSet<>();
        INPUTS.values().forEach(input -> inputs.add(input.toString()));
        ParseResult parsed = Main.model().commandLine().parseArgs(words(job, folder.resolve("output")));
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        assertThat(parsed.matchedArgs().stream()
                        .filter(argument -> !Collections.disjoint(argument.stringValues(), inputs))
                        .filter(argument -> !FileArguments.isFile(argument))
                        .map(ArgSpec::paramLabel))
                .isEmpty();
    }

    /** A word, such as the name of a generator, is not an input, also if a file has the same name. */
    @ParameterizedTest
    @CsvSource({
        "generate prose --size 10KiB -o mimic --generator mimic, mimic",
        "generate {chars} --size 10KiB -o stored --generator=mix --order stored, stored",
        "scan {csv} -o list --name list --scanner histogram, list",
        "dsselect t id {trace} t, t"
    })
    void anOutputMayHaveTheNameOfAWord(String command, String name, @TempDir Path working) throws Exception {
        Files.createFile(working.resolve(name));
        List<String> words = new ArrayList<>();
        for (String word : command.split(" ")) {
            words.add(INPUTS.containsKey(word) ? String.valueOf(INPUTS.get(word)) : word);
        }
        words.add("--force");
        Process process = MimeoProcess.builder(words.toArray(String[]::new))
                .directory(working.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(working.resolve(name)).isNotEmptyFile();
    }

    /** Files that commands make or find themselves, in a tree of inputs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan TREE -o TREE/text.ds",
                "scan TREE/text.ds --categories -o TREE",
                "scan TREE/pdf.ds --categories -o TREE",
                "scan TREE/shares.ds --categories -o TREE",
                "garage query APPLY|'FROM|RawData'|ON|'**' --garage TREE --macros TREE/r.csv.completeness.json -o TREE/r.csv",
                "mimic TREE -o OTHER --codec zlib:6 --html TREE/text.ds",
                "compare TREE TREE --codec zlib:6 --html TREE/text.ds",
                "compare TREE TREE --codec zlib:6 --html OTHER --export-csv OTHER",
                "mimic TREE -o OTHER --codec zlib:6 --keep OTHER",
                "mimic TREE -o OTHER --codec zlib:6 --html OTHER",
                "dsrepack --target-file-size 1MiB TREE/t.part-0000.ds TREE/t",
                "dstypes2java TREE/T.java -o TREE",
                "nfs convert TREE/office.000001.ds --anonymize none --rotate 1h -o TREE/office.ds",
                "nfs report TREE/report/index.html -o TREE/report",
                "pattern fio TREE/pattern/job.fio --block-size 4KiB --blocks 64 -o TREE/pattern",
                "garage pack --format sadf TREE/web1.2023-11-14.gar -o TREE",
                "dssql FROM|'TREE/parts/id=1/data_0.parquet' --partition-by id -o TREE/parts"
            })
    void aFileInATreeOfInputsIsNoOutput(String command, @TempDir Path tree) throws IOException {
        Files.writeString(tree.resolve("text.ds"), "a text that is not a characterization\n");
        Files.copy(INPUTS.get("{trace}"), tree.resolve("t.part-0000.ds"));
        Files.writeString(tree.resolve("pdf.ds"), "a text that is not a characterization\n");
        Files.writeString(tree.resolve("shares.ds"), "a text that is not a characterization\n");
        Files.writeString(tree.resolve("r.csv.completeness.json"), "_One = 1\n");
        copy("{parquet}", tree.resolve("parts/id=1/data_0.parquet"));
        copy("{type}", tree.resolve("T.java"));
        copy("{pcap}", tree.resolve("office.000001.ds"));
        copy("{tables}", tree.resolve("report/index.html"));
        copy("{chars}", tree.resolve("pattern/job.fio"));
        Files.writeString(tree.resolve("web1.2023-11-14.gar"), """
                # hostname;interval;timestamp;%user
                web1;60;2023-11-14 22:13:20 UTC;1.5
                """);
        Map<Path, ByteBuffer> before = contents(tree);
        List<String> words = new ArrayList<>();
        for (String word : command.split(" ")) {
            words.add(word.replace("TREE", tree.toString())
                    .replace("OTHER", folder.resolve("other").toString())
                    .replace('|', ' '));
        }
        assertRefused(words);
        assertThat(contents(tree)).isEqualTo(before);
    }

    private static void copy(String input, Path target) throws IOException {
        Files.createDirectories(AtomicFile.folderOf(target));
        Files.copy(Objects.requireNonNull(INPUTS.get(input), input), target);
    }

    /** Returns the inputs of a job, each once. */
    private static List<Path> inputs(FaultJob job) {
        return INPUT.matcher(String.join(" ", job.arguments()))
                .results()
                .map(name -> Objects.requireNonNull(INPUTS.get(name.group()), name.group()))
                .distinct()
                .toList();
    }

    private static String suffix(FaultJob job) {
        Matcher output = OUTPUT.matcher(String.join(" ", job.arguments()));
        return output.find() ? Objects.requireNonNullElse(output.group(1), "") : "";
    }

    private static void assertRefused(FaultJob job, Path output) throws IOException {
        Map<Path, ByteBuffer> before = contents(folder);
        String[] words = words(job, output);
        assertRefused(List.of(words));
        assertThat(contents(folder)).as("%s", List.of(words)).isEqualTo(before);
    }

    private static String[] words(FaultJob job, Path output) {
        List<String> words = new ArrayList<>(List.of(job.command().split(" ")));
        for (String argument : job.arguments()) {
            String word = OUTPUT.matcher(argument).replaceAll(Matcher.quoteReplacement(output.toString()));
            for (Map.Entry<String, Path> input : INPUTS.entrySet()) {
                word = word.replace(input.getKey(), input.getValue().toString());
            }
            words.add(word.replace('|', ' '));
        }
        return words.toArray(String[]::new);
    }

    private static void assertRefused(List<String> words) {
        List<String> forced = new ArrayList<>(words);
        forced.add("--force");
        TestRun run = TestRun.of(forced.toArray(String[]::new));
        assertThat(run.code()).as("%s: %s", words, run.err()).isNotZero();
        assertThat(run.err())
                .as("%s", words)
                .containsAnyOf(
                        "is an input and an output",
                        "is the name of two outputs",
                        "lies inside the input",
                        "is not a folder",
                        "is a directory");
    }

    private static Map<Path, ByteBuffer> contents(Path tree) throws IOException {
        Map<Path, ByteBuffer> contents = new HashMap<>();
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                contents.put(file, ByteBuffer.wrap(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.MarkdownPage;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON documents of {@code docs/reference/cli.md} have the fields, in the nesting, of those that the commands print. */
@Tag("thorough")
final class DocumentedJsonTest {

    private static final MarkdownPage PAGE = MarkdownPage.of("docs/reference/cli.md");
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Stands for fields that a document leaves out. */
    private static final String MORE = "…";

    /** Objects whose names are data: codecs, types, lengths. */
    private static final Set<String> MAPS = Set.of(
            "parts", "dedup", "missProbability", "unpackedBytes", "fixedCodecs", "variableCodecs", "filesByLevel");

    /** Fields that are only there if there is something to name. */
    private static final Set<String> OPTIONAL = Set.of("sources");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    @BeforeAll
    static void makeFiles() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.copy(MarkdownPage.ROOT.resolve("docs/reference/nfs.md"), data.resolve("nfs.md"));
        Files.writeString(folder.resolve("list"), "1000 a.txt\n1000 ../b.txt\n");
        byte[] trace = TraceFixture.of("""
                <ExtentType name="Rows">
                  <field type="int64" name="id" />
                  <field type="variable32" name="word" />
                </ExtentType>""").row(1, "one").extent().row(2, "two").bytes();
        Files.write(folder.resolve("trace.ds"), trace);
        Files.write(folder.resolve("damaged.ds"), Arrays.copyOf(trace, trace.length - 100));
        Files.writeString(folder.resolve("trace.csv"), "128166372003061629,web,0,Write,8192,512,1331\ngarbage\n");
        Files.copy(Path.of(Processes.example("office.pcap")), folder.resolve("office.pcap"));
        Files.writeString(
                folder.resolve("counters.csv"),
                "serverID,sampleTime,load\nweb,2026-03-01T00:00:00,1\nweb,2026-03-01T00:01:00,2\n");
        run("scan @data -o @data.ds --quiet");
        run("generate @data.ds --size 64KiB -o @synthetic --quiet");
        run("garage pack @counters.csv -o @garage --quiet");
    }

    private static TestRun run(String command) throws IOException {
        String[] words = Stream.of(command.split(" "))
                .map(word ->
                        word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word.replace('_', ' '))
                .toArray(String[]::new);
        return TestRun.withInput(Files.readAllBytes(folder.resolve("office.pcap")), words);
    }

    /** An underscore is a space in a word, and an at sign the folder. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scan           | scan @data -o @new.ds --effort fast",
                "compare        | compare @data @synthetic --codec lz4",
                "tree           | tree @data.ds --from @list --root @data",
                "describe       | describe @data.ds",
                "audit          | audit @data @data.ds",
                "characterizations | characterizations",
                "segment        | segment @data.ds --size 64KiB -o @data.seg",
                "pattern        | pattern fio @data.ds --block-size 4KiB --blocks 2 -o @patterns",
                "dsstatgroupby  | dsstatgroupby Rows quantile id from @trace.ds",
                "dsinfo         | dsinfo @trace.ds",
                "dsrecover      | dsrecover @damaged.ds @recovered.ds",
                "dsrepack       | dsrepack @trace.ds @repacked.ds",
                "dscat          | dscat @trace.ds @concatenated.ds",
                "convert        | convert msr-cambridge @trace.csv @converted.ds",
                "nfs capture    | nfs capture - -o @captured --file-size 64KiB --memory 16MiB",
                "nfs summary    | nfs summary -",
                "garage query   | garage query APPLY_\"SELECT_load_FROM_RawData\"_ON_\"**\" --garage @garage -o @result.csv"
            })
    void documentsAreThoseOfTheCommands(String heading, String command) throws IOException {
        TestRun run = run(command + " --json");
        assertThat(run.out()).as(run.err()).startsWith("{");
        List<String> differences = new ArrayList<>();
        compare("", MAPPER.readTree(document(heading)), MAPPER.readTree(run.out()), differences);
        assertThat(differences).as(run.out()).isEmpty();
    }

    /** Returns the first JSON document behind the heading of a command, with null for values that it leaves out. */
    private static String document(String command) throws IOException {
        List<String> lines = Files.readAllLines(PAGE.path());
        int heading = 0;
        while (!lines.get(heading).startsWith("### `mimeo " + command + " ")) {
            heading++;
        }
        int line = heading + 1;
        return PAGE.blocks("json").stream()
                .filter(block -> block.line() > line)
                .findFirst()
                .orElseThrow()
                .code()
                .replace("\"…\"", "…")
                .replaceAll("\\{TYPE: …}", "{}")
                .replaceAll("([{\\[]|, )…(?=[}\\]])", "$1\"…\": null")
                .replaceAll("(\\[|, )\"…\": null(?=])", "$1null")
                .replace(": …", ": null");
    }

    private static void compare(String path, JsonNode shown, JsonNode printed, List<String> differences) {
        if (shown.isArray()) {
            if (!printed.isArray()) {
                differences.add(path + " is not an array");
            } else if (!shown.isEmpty() && !printed.isEmpty()) {
                compare(path + "[]", shown.get(0), printed.get(0), differences);
            }
        } else if (shown.isObject() && MAPS.contains(path.substring(path.lastIndexOf('.') + 1))) {
            if (!shown.isEmpty() && !printed.isEmpty()) {
                compare(path + "{}", shown.iterator().next(), printed.iterator().next(), differences);
            }
        } else if (shown.isObject()) {
            for (String name : shown.propertyNames()) {
                if (printed.has(name)) {
                    compare(path + "." + name, shown.get(name), printed.get(name), differences);
                } else if (!name.equals(MORE) && !OPTIONAL.contains(name)) {
                    differences.add(path + "." + name + " is not printed");
                }
            }
            for (String name : printed.propertyNames()) {
                if (!shown.has(name) && !shown.has(MORE) && !shown.isEmpty()) {
                    differences.add(path + "." + name + " is not in the page");
                }
            }
        } else if (printed.isObject()) {
            differences.add(path + " is an object");
        }
    }

    /** A document of a new command is compared too. */
    @Test
    void everyDocumentIsCompared() {
        // One of them is a configuration.
        assertThat(PAGE.blocks("json")).hasSize(17 + 1);
    }
}

package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Combinations of inputs, and links among them. */
@DisabledOnOs(
        value = OS.WINDOWS,
        disabledReason = "not every user may make symbolic links, and there are no named pipes")
final class ScanInputsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        Path sub = Files.createDirectories(folder.resolve("data/sub"));
        Files.writeString(folder.resolve("data/one"), "1".repeat(1000));
        Files.writeString(sub.resolve("two"), "2".repeat(2000));
        Files.createDirectory(folder.resolve("data2"));
        Files.writeString(folder.resolve("data2/three"), "3".repeat(4000));
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("data"));
        Files.createSymbolicLink(folder.resolve("data/sub/aside"), folder.resolve("data2/three"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    }

    private TestRun scan(String... inputs) {
        List<String> line = new ArrayList<>(List.of("scan"));
        for (String input : inputs) {
            line.add(input.startsWith("-") ? input : path(input));
        }
        line.addAll(List.of("-o", path("c.ds"), "--scanner", "histogram", "--json"));
        return TestRun.of(line.toArray(String[]::new));
    }

    private String path(String name) {
        return folder + "/" + name;
    }

    @ParameterizedTest
    @CsvSource({
        "data/one, data/one, is named twice",
        "data/one, data/../data/one, is the same as",
        "data, data/, is named twice",
        "data, link, is the same as",
        "data/one, link/one, is the same as",
        "data/sub/aside, data2/three, is the same as",
        "data, data/one, is in",
        "data/one, data, is in",
        "data/sub/two, data, is in",
        "link, data/sub/two, is in",
        "data, link/sub, is in"
    })
    void dataThatWouldCountTwiceIsRefused(String first, String second, String problem) {
        for (String option : List.of("--quiet", "--categories")) {
            TestRun run = scan(first, second, option);
            assertThat(run.code()).as(run.err()).isEqualTo(2);
            assertThat(run.err()).contains(problem);
            assertThat(folder.resolve("c.ds")).doesNotExist();
        }
    }

    @Test
    void differentInputsAreRead() throws IOException {
        Files.createLink(folder.resolve("copy"), folder.resolve("data/one"));
        TestRun run = scan("data", "data2", "copy");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Json.parse(run.out()).get("bytes").asLong()).isEqualTo(8000);
    }

    /** The same bytes in one file have no warning, nor has a small chunk size, of which a file has several chunks. */
    @Test
    void manySmallFilesCauseAWarning() throws IOException {
        String warning = "mimeo: warning: the files are small, 40 bytes on average: ";
        String all = "";
        for (int i = 0; i < 100; i++) {
            String text = "%040d".formatted(i);
            Files.writeString(Files.createDirectories(folder.resolve("small")).resolve("f" + i), text);
            all += text;
        }
        assertThat(scan("small").err()).contains(warning);
        assertThat(scan("small", "--quiet", "--force").err()).contains(warning);
        Files.delete(folder.resolve("small/f7"));
        assertThat(scan("small", "--force").err()).doesNotContain("warning");
        Files.writeString(folder.resolve("large"), all.repeat(15));
        assertThat(scan("large", "--force", "--chunk-size=512").err()).doesNotContain("warning");
        assertThat(TestRun.of("mimic", path("small"), "-o", path("s"), "--quiet", "--codec", "lz4")
                        .err())
                .doesNotContain("files are small");
        Files.writeString(folder.resolve("small/f7"), "7".repeat(40));
        assertThat(TestRun.of("mimic", path("small"), "-o", path("s"), "--quiet", "--force", "--codec", "lz4")
                        .err())
                .contains(warning);
    }

    /** A named pipe has new data whenever it is opened. */
    @Test
    void aNamedPipeMayBeReadTwice() throws Exception {
        assumeThat(new ProcessBuilder("mkfifo", path("pipe")).start().waitFor())
                .as("named pipes exist")
                .isZero();
        // Writing goes on after a reader has gone between the opening and the writing.
        Process writer = new ProcessBuilder("sh", "-c", "trap '' PIPE; until [ -e c.ds ]; do printf abc > pipe; done")
                .directory(folder.toFile())
                .start();
        try {
            TestRun run = scan("pipe", "pipe");
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(Json.parse(run.out()).get("bytes").asLong()).isPositive();
        } finally {
            writer.destroyForcibly();
        }
    }

    @Test
    void linksInATreeAreNotFollowedAndNamedOnesAre() throws IOException {
        TestRun run = scan("link");
        assertThat(Json.parse(run.out()).get("bytes").asLong()).isEqualTo(3000);
        assertThat(Json.parse(run.out()).get("skipped").get("links").asLong()).isEqualTo(1);
        assertThat(run.err().lines().filter(line -> line.contains("left out 1 symbolic link")))
                .hasSize(1);
        assertThat(TestRun.of("compare", path("link"), path("data2/three")).err())
                .contains("left out 1 symbolic link");
    }

    @Test
    void aTreeOfLinksHasNoData() throws IOException {
        Path links = Files.createDirectory(folder.resolve("links"));
        Files.createSymbolicLink(links.resolve("one"), folder.resolve("data/one"));
        assertThat(scan("links").err()).contains("holds no data to scan (left out: 1 symbolic link)");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileWithoutASizeIsReadLikeAPipe() {
        TestRun compared = TestRun.of("compare", "/proc/version", "/proc/version", "--codec", "zlib:6", "--json");
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(Json.parse(compared.out()).get("original").get("bytes").asLong())
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan %s -o %t",
                "compare %s %d",
                "compare %d %s",
                "audit %s prose",
                "audit %d prose --canaries %s",
                "tree prose --from %s --root %t",
                "pipe prose --fifo %s --root %t",
                "mimic %s -o %t"
            })
    void aDeviceWithoutAnEndIsRefused(String line) {
        line = line.replace("%d", path("data/one")).replace("%t", path("target"));
        TestRun run = TestRun.of(line.replace("%s", "/dev/zero").split(" "));
        assertThat(run.code()).as(run.err()).isNotZero();
        assertThat(run.err()).containsAnyOf("/dev/zero: has no end: ", "/dev/zero cannot be read twice");
        assertThat(run.out()).isEmpty();
        assertThat(folder.resolve("target")).doesNotExist();
    }

    /** The second pass would find nothing in it. */
    @Test
    void mimicRefusesAPipe() throws Exception {
        assumeThat(new ProcessBuilder("mkfifo", path("pipe")).start().waitFor())
                .as("named pipes exist")
                .isZero();
        TestRun run = TestRun.of("mimic", path("pipe"), "-o", path("target"));
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains("pipe cannot be read twice");
        assertThat(folder.resolve("target")).doesNotExist();
    }

    /** It is an error, and not a table of ratios that are all 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "compare empty data/one",
                "compare data/one empty",
                "compare none data/one --by-file",
                "compare none prose",
                "compare /dev/null data/one --json"
            })
    void nothingIsPrintedOfAComparisonWithoutData(String line) throws IOException {
        Files.createFile(folder.resolve("empty"));
        Files.createFile(Files.createDirectory(folder.resolve("none")).resolve("empty"));
        TestRun run = TestRun.of(line.replace("data/one", path("data/one"))
                .replaceAll(" (empty|none)", " " + folder + "/$1")
                .split(" "));
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).contains("holds no data to compare: name a file or a directory with at least 1 byte");
        assertThat(run.out()).doesNotContain("verdict", "ratio");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan %s -o %t",
                "describe %s",
                "generate %s --size 1 -o %t",
                "compare %d %s",
                "compare %s prose",
                "audit %s prose",
                "audit %d %s",
                "tree prose --from %s --root %t"
            })
    void aLinkThatLeadsToNothingIsNotSuggestedInItsOwnPlace(String line) {
        line = line.replace("%d", path("data/one")).replace("%t", path("target"));
        TestRun run = TestRun.of(line.replace("%s", path("dangling")).split(" "));
        assertThat(run.code()).as(run.err()).isNotZero();
        assertThat(run.err())
                .contains("dangling: no such file")
                .contains("symbolic link")
                .doesNotContain("did you mean");
        TestRun loop = TestRun.of(line.replace("%s", path("loop")).split(" "));
        assertThat(loop.code()).as(loop.err()).isNotZero();
        assertThat(loop.err()).contains("symbolic link").doesNotContain("did you mean");
    }

    /** It would be compared as if it were synthetic data. */
    @Test
    void aCharacterizationThatIsCutOffIsNotSyntheticData() throws IOException {
        assertThat(scan("data").code()).isZero();
        byte[] content = Files.readAllBytes(folder.resolve("c.ds"));
        Path half = Files.write(folder.resolve("half"), Arrays.copyOf(content, content.length / 2));
        TestRun run = TestRun.of("compare", path("data"), half.toString());
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("half: truncated extent", "scan the data again")
                .doesNotContain("dsrecover");
        TestRun bytes = TestRun.withInput(
                Files.readAllBytes(half), "compare", path("data"), "-", "--codec", "zlib:6", "--json");
        assertThat(Json.parse(bytes.out()).get("synthetic").get("bytes").asLong())
                .isEqualTo(content.length / 2);
    }

    @Test
    void aFileOfASimilarNameInAnotherFolderIsSuggested() {
        assertThat(TestRun.of("describe", path("data/onne")).err()).contains("did you mean one?");
    }
}

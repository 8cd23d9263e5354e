package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Holds what compare and mimic write besides their tables, and the verdict. */
@Tag("thorough")
final class ComparisonFilesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeData() throws IOException {
        StringBuilder hexadecimal = new StringBuilder();
        Random random = new Random(7);
        byte[] bytes = new byte[30_000];
        random.nextBytes(bytes);
        Files.write(folder.resolve("random"), bytes);
        hexadecimal.append(HexFormat.of().formatHex(bytes));
        Files.writeString(folder.resolve("half"), hexadecimal.substring(0, 30_000));
    }

    private TestRun run(String... arguments) {
        return TestRun.of(arguments);
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void tablesGoToFilesAndStandardOutput() throws IOException {
        TestRun table = run(
                "compare",
                at("random"),
                at("half"),
                "--codec",
                "lz4,zlib:6",
                "--export-csv",
                at("t.csv"),
                "--export-markdown",
                at("t.md"));
        assertThat(table.code()).as(table.err()).isZero();
        assertThat(table.out()).contains("\nverdict    FAIL: ", "\nuncertain  the data is small");
        List<String> csv = Files.readAllLines(folder.resolve("t.csv"));
        assertThat(csv).hasSize(3).element(2).asString().startsWith("synthetic,zlib:6,30000,");
        assertThat(folder.resolve("t.md"))
                .content()
                .startsWith("| synthetic | codec |")
                .contains("FAIL");
        TestRun alone = run("compare", at("random"), at("half"), "--codec", "lz4", "--export-csv", "-");
        assertThat(alone.out().lines()).hasSize(2);
    }

    @Test
    void filesAreComparedOneByOne() throws IOException {
        for (String side : List.of("before", "after")) {
            Files.createDirectories(folder.resolve(side));
            Files.copy(folder.resolve("random"), folder.resolve(side).resolve(side.equals("before") ? "a" : "b"));
            Files.copy(folder.resolve("half"), folder.resolve(side).resolve(side.equals("before") ? "b" : "a"));
        }
        TestRun run = run("compare", at("before"), at("after"), "--codec", "lz4", "--by-file");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("\nby file    2 files compared with files of the same path, ratios only\n")
                .contains("\nuncertain  errors cancel: lz4 ratios of files deviate by ");
        TestRun ranges = run("compare", at("before"), at("half"), "--codec", "lz4", "--by-file", "--json");
        JsonNode files = Json.parse(ranges.out()).get("files");
        assertThat(files.get("pairing").asString()).isEqualTo("offset");
        assertThat(files.get("onlyOriginal").get("names").get(0).asString()).isEqualTo("b");
        for (String command : List.of("compare", "mimic")) {
            List<String> arguments = command.equals("mimic")
                    ? List.of(command, at("half"), "-o", at("out"), "--by-file")
                    : List.of(command, at("half"), at("before"), "--by-file");
            TestRun wrong = run(arguments.toArray(String[]::new));
            assertThat(wrong.code()).isEqualTo(2);
            assertThat(wrong.err()).contains(": not a directory: --by-file compares the files of a directory\n");
            assertThat(folder.resolve("out")).doesNotExist();
        }
    }

    @Test
    void onlyOneResultGoesToStandardOutput() {
        String[] base = {"compare", at("random"), at("half"), "--codec", "lz4", "--export-csv", "-"};
        for (String other : List.of("--json", "--html=-", "--export-markdown=-")) {
            String[] arguments = List.of(base).toArray(new String[base.length + 1]);
            arguments[base.length] = other;
            TestRun run = run(arguments);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("want standard output: name a file");
        }
    }

    @Test
    void onlyAToleranceChangesTheExitCode() {
        String[] compare = {"compare", at("random"), at("half"), "--codec", "zlib:6", "--json"};
        TestRun informative = run(compare);
        assertThat(informative.code()).isZero();
        JsonNode verdict = Json.parse(informative.out()).path("verdict");
        assertThat(verdict.path("passed").asBoolean()).isFalse();
        assertThat(verdict.at("/goal/ratio").asDouble()).isEqualTo(0.05);
        String[] limited = List.of(compare).toArray(new String[compare.length + 2]);
        limited[compare.length] = "--tolerance";
        limited[compare.length + 1] = "5%";
        TestRun binding = run(limited);
        assertThat(binding.code()).isEqualTo(1);
        assertThat(binding.err()).contains("out of tolerance: zlib:6 ratio");
        assertThat(Json.parse(binding.out()).at("/verdict/goal/time").isNull()).isTrue();
    }

    @Test
    void aFailureOfARunWithJsonIsADocument() {
        TestRun run = run("compare", at("none"), at("half"), "--json");
        assertThat(run.code()).isEqualTo(1);
        JsonNode error = Json.parse(run.out()).path("error");
        assertThat(error.path("exitCode").asInt()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("mimeo: " + error.path("message").asString() + "\n");
        assertThat(run("compare", at("none"), at("half")).out()).isEmpty();
    }

    @Test
    void severalSeedsHaveMeansAndIntervals() throws IOException {
        String[] mimic = {
            "mimic",
            at("half"),
            "-o",
            at("o"),
            "--codec",
            "lz4",
            "--seed",
            "5",
            "--effort",
            "fast",
            "--keep",
            at("c.ds")
        };
        Deque<String> several = new ArrayDeque<>(List.of(mimic));
        several.addAll(List.of("--seeds", "3", "--html", at("p.html"), "--export-csv", at("t.csv"), "--json"));
        TestRun run = run(several.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode seeds = Json.parse(run.out()).path("seeds");
        assertThat(seeds.path("seeds").toString()).isEqualTo("[\"5\",\"6\",\"7\"]");
        JsonNode ratio = seeds.at("/codecs/0/quantities/0");
        JsonNode kept = Json.parse(run.out()).at("/compare/codecs/0/ratio/deviation");
        assertThat(ratio.at("/deviations/0").asDouble()).isEqualTo(kept.asDouble());
        // The last one is what generate makes with that seed.
        assertThat(run("generate", at("c.ds"), "--seed", "7", "--size", "30000", "-o", at("last"))
                        .code())
                .isZero();
        JsonNode last = Json.parse(run("compare", at("half"), at("last"), "--codec", "lz4", "--json")
                .out());
        assertThat(ratio.at("/deviations/2").asDouble())
                .isEqualTo(last.at("/codecs/0/ratio/deviation").asDouble());
        assertThat(folder.resolve("p.html")).content().contains("Several seeds", "6 to 7, with generate --seed");
        assertThat(Files.readAllLines(folder.resolve("t.csv")))
                .hasSize(2)
                .first()
                .asString()
                .contains(",seeds,");
        byte[] first = Files.readAllBytes(folder.resolve("o"));
        Deque<String> one = new ArrayDeque<>(List.of(mimic));
        one.add("--force");
        TestRun plain = run(one.toArray(String[]::new));
        assertThat(folder.resolve("o")).hasBinaryContent(first);
        assertThat(plain.out()).doesNotContain("interval");
        one.addAll(List.of("--seeds", "2"));
        assertThat(run(one.toArray(String[]::new)).out()).contains("\nseeds 5 to 6 (2): mean deviation in %");
        for (String wrong : List.of("0", "-1", "1001")) {
            TestRun refused = run("mimic", at("half"), "--seeds", wrong);
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err()).contains("--seeds must be from 1 to 1000, got " + wrong);
        }
    }

    @Test
    void theRecipeOfAPageSaysHowToMakeIt() throws IOException {
        TestRun run = run(
                "mimic",
                at("random"),
                "-o",
                at("a copy"),
                "--keep",
                at("c.ds"),
                "--html",
                at("page.html"),
                "--codec",
                "lz4");
        assertThat(run.code()).as(run.err()).isZero();
        String quote = OS.WINDOWS.isCurrentOs() ? "&quot;" : "'";
        assertThat(folder.resolve("page.html"))
                .content()
                .contains(
                        "mimeo scan " + at("random") + " -o " + at("c.ds") + " --chunk-size 32768 --seed 0\n",
                        "mimeo generate " + at("c.ds") + " --size 30000 -o " + quote + at("a copy") + quote
                                + " --generator auto\n",
                        "mimeo compare " + at("random") + " " + quote + at("a copy") + quote + "<",
                        "SHA-256 of the characterization");
    }
}

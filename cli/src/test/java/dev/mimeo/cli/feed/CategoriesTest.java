package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.characterization.FileCategory;
import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Characterizations by category of files. */
final class CategoriesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void makeData() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data/sub"));
        Files.writeString(data.resolve("a.txt"), "A".repeat(100_000));
        Files.writeString(data.resolve("b.RST"), "B".repeat(50_000));
        byte[] noise = new byte[70_000];
        new Random(1).nextBytes(noise);
        Files.write(data.resolve("c.jpg"), noise);
        Files.writeString(data.resolve("README"), "R".repeat(10_000));
        Files.writeString(data.resolve("tool"), "\u007fELF" + "E".repeat(29_996));
        Files.writeString(data.resolve("blob.unknown"), "\u0001".repeat(10_000));
        Files.writeString(data.resolve("empty.mp3"), "");
    }

    private TestRun scan(String... more) {
        String[] line = new String[more.length + 5];
        System.arraycopy(more, 0, line, 5, more.length);
        line[0] = "scan";
        line[1] = path("data");
        line[2] = "--categories";
        line[3] = "-o";
        line[4] = path("image");
        return TestRun.of(line);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void anExtensionHasOneCategory() {
        Set<String> seen = new HashSet<>();
        for (FileCategory category : FileCategory.values()) {
            for (String extension : category.extensions()) {
                assertThat(seen.add(extension)).as(extension).isTrue();
                assertThat(extension).isLowerCase();
                assertThat(FileCategory.ofName("x." + extension)).isEqualTo(category);
            }
        }
        assertThat(FileCategory.ofName("README")).isNull();
        assertThat(FileCategory.ofName(".txt")).isNull();
        assertThat(FileCategory.ofName("libc.so.6")).isNull();
        assertThat(FileCategory.ofName("a.b.TXT")).isEqualTo(FileCategory.TEXT);
    }

    @Test
    void scansEachCategoryApart() throws IOException {
        TestRun run = scan("--json");
        assertThat(run.code()).as(run.err()).isZero();
        ObjectNode json = Json.parse(run.out());
        assertThat(json.get("categories").findValuesAsString("category"))
                .containsExactly("text", "image", "program", "other");
        assertThat(json.get("categories").get(0).get("bytes").asLong()).isEqualTo(160_000);
        assertThat(json.get("categories").get(1).get("bytes").asLong()).isEqualTo(70_000);
        try (var files = Files.list(folder.resolve("image"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("text.ds", "image.ds", "program.ds", "other.ds", "shares.ds");
        }
        // The result of a scan of these files alone.
        Path alone = Files.createDirectories(folder.resolve("alone/sub"));
        Files.copy(folder.resolve("data/sub/c.jpg"), alone.resolve("c.jpg"));
        assertThat(TestRun.of("scan", path("alone"), "-o", path("alone.ds")).code())
                .isZero();
        assertThat(folder.resolve("image/image.ds")).hasSameBinaryContentAs(folder.resolve("alone.ds"));
    }

    @Test
    void aTreeTakesTheCategoryOfEachFile() throws IOException {
        assertThat(scan().code()).isZero();
        Path list = Files.writeString(
                folder.resolve("list"), "x.md 40000\ny.PNG 40000\nz 4000\nw.mp3 4000\nv.special 40000\n");
        TestRun run = TestRun.of(
                "tree", path("image"), "--from", list.toString(), "--root", path("root"), "--map", "special=image");
        assertThat(run.code()).as(run.err()).isZero();
        Path root = folder.resolve("root");
        assertThat(Files.readString(root.resolve("x.md"))).matches("[ABR]+");
        assertThat(TreeCommandTest.ratio(root.resolve("y.PNG"))).isBetween(0.95, 1.1);
        // There is no audio that is not empty: like what nothing is known of.
        assertThat(Files.readString(root.resolve("w.mp3"))).matches("\u0001+");
        assertThat(TreeCommandTest.ratio(root.resolve("v.special"))).isBetween(0.95, 1.1);
    }

    /** Of files whose names say nothing each follows one category, together in the proportion of the bytes that were scanned. */
    @Test
    void namesThatSayNothingAreDrawnByTheBytesOfEachCategory() throws IOException {
        assertThat(scan().code()).isZero();
        StringBuilder list = new StringBuilder();
        int files = 500;
        for (int i = 0; i < files; i++) {
            list.append("file").append(i).append(" 1000\n");
        }
        String from = Files.writeString(folder.resolve("list"), list).toString();
        assertThat(TestRun.of("tree", path("image"), "--from", from, "--root", path("root"), "--quiet")
                        .code())
                .isZero();
        int text = 0;
        int other = 0;
        for (int i = 0; i < files; i++) {
            String content = Files.readString(folder.resolve("root/file" + i), StandardCharsets.ISO_8859_1);
            text += content.matches("[ABR]+") ? 1 : 0;
            other += content.matches("\u0001+") ? 1 : 0;
        }
        // 10,000 of 50,000 bytes each: 100 files, give or take four standard deviations of 9.
        assertThat(text).isBetween(64, 136);
        assertThat(other).isBetween(64, 136);
    }

    /** The content of an original decides if its name does not. */
    @Test
    void aTreeTakesTheCategoryOfTheContentOfItsOriginal() throws IOException {
        assertThat(scan().code()).isZero();
        TestRun run = TestRun.of("tree", path("image"), "--from", path("data"), "--root", path("root"));
        assertThat(run.code()).as(run.err()).isZero();
        Path root = folder.resolve("root/sub");
        assertThat(Files.readString(root.resolve("README"))).matches("[ABR]{10000}");
        assertThat(Files.readString(root.resolve("tool"), StandardCharsets.ISO_8859_1))
                .doesNotMatch("[ABR]+|\u0001+");
        assertThat(Files.readString(root.resolve("blob.unknown"))).matches("\u0001{10000}");
    }

    /** A folder of categories of before, or made by hand, has no shares. */
    @Test
    void withoutSharesNamesThatSayNothingAreLikeOthers() throws IOException {
        assertThat(scan().code()).isZero();
        Files.delete(folder.resolve("image/shares.ds"));
        String from = Files.writeString(folder.resolve("list"), "a 1000\nb 1000\nc 1000\n")
                .toString();
        assertThat(TestRun.of("tree", path("image"), "--from", from, "--root", path("root"))
                        .code())
                .isZero();
        for (String name : List.of("a", "b", "c")) {
            assertThat(Files.readString(folder.resolve("root").resolve(name))).matches("\u0001{1000}");
        }
        Files.writeString(folder.resolve("image/shares.ds"), "no DataSeries file");
        TestRun damaged = TestRun.of("tree", path("image"), "--from", from, "--root", path("second"));
        assertThat(damaged.code()).isEqualTo(1);
        assertThat(damaged.err()).contains("shares.ds");
    }

    /** Folders that hold fewer categories than there are today go on to fill the same files. */
    @Test
    void aCoarserCategoryStandsForOneThatIsMissing() throws IOException {
        Path coarse = Files.createDirectories(folder.resolve("coarse"));
        for (FileCategory category : List.of(FileCategory.TEXT, FileCategory.MARKUP, FileCategory.DOCUMENT)) {
            Path alone = Files.createDirectories(folder.resolve(category.label()));
            Files.writeString(
                    alone.resolve("file"), category.label().substring(0, 1).repeat(100_000));
            String output = coarse.resolve(category.label() + ".ds").toString();
            assertThat(TestRun.of("scan", alone.toString(), "-o", output, "--quiet")
                            .code())
                    .isZero();
        }
        Path list = Files.writeString(folder.resolve("list"), "a.log 400\nb.html 400\nc.json 400\nd.pdf 400\n");
        TestRun run = TestRun.of("tree", coarse.toString(), "--from", list.toString(), "--root", path("root"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(folder.resolve("root/a.log"))).matches("t{400}");
        assertThat(Files.readString(folder.resolve("root/b.html"))).matches("m{400}");
        assertThat(Files.readString(folder.resolve("root/c.json"))).matches("m{400}");
        assertThat(Files.readString(folder.resolve("root/d.pdf"))).matches("d{400}");
    }

    @Test
    void otherCommandsTakeOneCategory() throws IOException {
        assertThat(scan().code()).isZero();
        TestRun generated = TestRun.of(
                "generate", path("image"), "--category", "other", "--size", "5000", "-o", path("out"), "--quiet");
        assertThat(generated.code()).as(generated.err()).isZero();
        assertThat(Files.readString(folder.resolve("out"))).matches("\u0001{5000}");
        assertThat(TestRun.of("generate", path("image"), "--size", "5", "-o", path("no"))
                        .err())
                .contains("is a folder of categories", "text.ds");
        assertThat(TestRun.of("generate", path("image"), "--category", "audio", "--size", "5", "-o", path("no"))
                        .err())
                .contains("has no category 'audio': there are text, image, program, other");
        assertThat(TestRun.of("describe", path("image")).out()).contains("Category text", "Category image");
        assertThat(Json.parse(TestRun.of("describe", path("image"), "--json").out())
                        .get("categories")
                        .findValuesAsString("category"))
                .containsExactly("text", "image", "program", "other");
        assertThat(TestRun.of("describe", path("image"), "--html", path("page.html"))
                        .err())
                .contains("--html takes one characterization");
        assertThat(TestRun.of("describe", path("data")).err()).contains("not a characterization, nor a folder of them");
        for (List<String> line : List.of(
                List.of("audit", path("data"), path("image")),
                List.of("compare", path("data"), path("image")),
                List.of("compare", path("data"), path("image"), "--generators", "mix"),
                List.of("serve", path("image"), "--port", "0"),
                List.of("run", "--data", path("image"), "--on", path("on"), "--", "true"),
                List.of("pool", path("image"), "-o", path("pool")))) {
            TestRun run = TestRun.of(line.toArray(String[]::new));
            assertThat(run.code()).as("%s", line).isEqualTo(1);
            assertThat(run.err()).as("%s", line).contains("is a folder of categories: name the file of one, such as ");
        }
        assertThat(TestRun.of("compare", path("image"), path("image"), "--codec", "lz4")
                        .code())
                .isZero();
    }

    @Test
    void aScanReplacesAnEarlierOneAsAWhole() throws IOException {
        assertThat(scan().code()).isZero();
        Files.delete(folder.resolve("data/sub/c.jpg"));
        TestRun again = scan();
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("holds categories already");
        assertThat(folder.resolve("image/image.ds")).exists();
        assertThat(scan("--force").code()).isZero();
        assertThat(folder.resolve("image/image.ds")).doesNotExist();
        assertThat(folder.resolve("image/text.ds")).exists();
    }

    @Test
    void nothingIsLeftOfAScanThatFails() throws IOException {
        Files.createDirectory(folder.resolve("nothing"));
        TestRun run = TestRun.of("scan", path("nothing"), "--categories", "-o", path("image"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("holds no data to scan");
        assertThat(folder.resolve("image")).doesNotExist();
        assertThat(TestRun.of("scan", "-", "--categories", "-o", path("image")).code())
                .isEqualTo(2);
        assertThat(folder.resolve("image")).doesNotExist();
    }

    @Test
    void aCategoryWithoutReadableFilesIsLeftOutWithAWarning() throws IOException {
        Path secret = Files.writeString(folder.resolve("data/secret.mp4"), "secret");
        assumeThat(secret.toFile().setReadable(false) && !Files.isReadable(secret))
                .as("permissions apply to this user")
                .isTrue();
        TestRun run = scan();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("1 unreadable", "data/secret.mp4: unreadable");
        assertThat(folder.resolve("image/text.ds")).exists();
        assertThat(folder.resolve("image/video.ds")).doesNotExist();
    }

    @Test
    void aFolderThatEachCategoryLeavesOutIsReportedOnce() throws IOException {
        Path secret = Files.createDirectory(folder.resolve("data/secret"));
        assumeThat(secret.toFile().setReadable(false) && !Files.isReadable(secret))
                .as("permissions apply to this user")
                .isTrue();
        TestRun run = scan();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .containsOnlyOnce("mimeo: warning: ")
                .contains("1 unreadable")
                .containsOnlyOnce(secret.toString());
    }

    /** More than are listed by name, and unreadable for every user: their paths are longer than Linux accepts. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void moreFoldersThanAreListedCountOnce() throws IOException {
        Path many = Files.createDirectory(folder.resolve("many"));
        for (int i = 0; i < 1001; i++) {
            Files.createDirectory(many.resolve(i + "x".repeat(240)));
        }
        Path deep = folder.resolve("data");
        while (deep.toString().length() < 3860) {
            deep = deep.resolve("d".repeat(200));
        }
        Files.createDirectories(deep);
        Path moved = deep.resolve("m");
        Files.move(many, moved);
        try {
            TestRun run = scan("--json");
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.err()).contains("left out in whole or part: 1,001 unreadable, 0 special, 0 shrunk");
            JsonNode json = Json.parse(run.out());
            assertThat(json.get("skipped").get("unreadable").asLong()).isZero();
            assertThat(json.get("categories"))
                    .isNotEmpty()
                    .allSatisfy(category -> assertThat(
                                    category.get("skipped").get("unreadable").asLong())
                            .isEqualTo(1001));
        } finally {
            // Otherwise the folder of the test could not be deleted.
            Files.move(moved, many);
        }
    }

    @Test
    void sourcesLeftOutOfCategoriesWithoutDataAreReported() throws Exception {
        Path pipe = folder.resolve("data/pipe.mp3");
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .as("named pipes exist")
                .isZero();
        TestRun run = scan("--json", "--quiet");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).startsWith("mimeo: warning: ").contains("1 special", "data/pipe.mp3: special");
        JsonNode skipped = Json.parse(run.out()).get("skipped");
        assertThat(skipped.get("special").asLong()).isEqualTo(1);
        assertThat(skipped.get("sources").findValuesAsString("name")).containsExactly(pipe.toString());
    }

    @Test
    void aScanWithoutDataNamesWhatItCouldNotUse() throws Exception {
        Path pipe = Files.createDirectory(folder.resolve("pipes")).resolve("pipe");
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .as("named pipes exist")
                .isZero();
        assertThat(TestRun.of("scan", path("pipes"), "-o", path("c.ds")).err())
                .contains("holds no data to scan", pipe + ": not a regular file");
        assertThat(TestRun.of("scan", path("pipes"), "--categories", "-o", path("c"))
                        .err())
                .contains("holds no data to scan", pipe + ": special: not a regular file");
    }
}

package dev.mimeo.integrations.impressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.characterization.Characterization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeFillerTest {

    @TempDir
    Path folder;

    private Characterization letters;
    private Characterization digits;
    private Path root;

    @BeforeEach
    void open() throws IOException {
        letters = Characterization.open(TestProfiles.write(folder.resolve("letters.ds"), 'a', 'z'));
        digits = Characterization.open(TestProfiles.write(folder.resolve("digits.ds"), '0', '9'));
        root = folder.resolve("root");
    }

    @AfterEach
    void close() throws IOException {
        letters.close();
        digits.close();
    }

    private static FileList lines(String text) {
        return FileList.ofLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private List<FileResult> fill(TreeFiller.Builder builder, String list) throws IOException {
        List<FileResult> results = new ArrayList<>();
        builder.build().fill(lines(list), results::add);
        return results;
    }

    private String errorOf(String path) throws IOException {
        FileResult result = fill(TreeFiller.of(root, letters), path + "\t10\n").get(0);
        return String.valueOf(result.error());
    }

    private static Map<String, byte[]> contents(Path root) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return contents;
    }

    @Test
    void writesExactSizes() throws IOException {
        int[] sizes = {0, 1, 4095, 4096, 4097, 262_143, 262_144, 262_145, 1_000_000};
        StringBuilder list = new StringBuilder();
        long sum = 0;
        for (int size : sizes) {
            list.append("d/")
                    .append(size)
                    .append("/of size ")
                    .append(size)
                    .append('\t')
                    .append(size)
                    .append('\n');
            sum += size;
        }
        FillSummary summary =
                TreeFiller.of(root, letters).threads(2).build().fill(lines(list.toString()), result -> {});
        assertThat(summary).isEqualTo(new FillSummary(sizes.length, sum, 0));
        for (int size : sizes) {
            byte[] content = Files.readAllBytes(root.resolve("d/" + size + "/of size " + size));
            assertThat(content).hasSize(size);
            for (byte b : content) {
                assertThat(b >= 'a' && b <= 'z').isTrue();
            }
        }
    }

    @Test
    void contentDependsOnThePathAlone() throws IOException {
        Random random = new Random(4);
        List<String> list = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            list.add("d" + i % 7 + "/file" + i + "\t" + random.nextInt(20_000));
        }
        TreeFiller.of(root, letters).threads(3).build().fill(lines(String.join("\n", list)), result -> {});
        Collections.shuffle(list, random);
        Path other = folder.resolve("other");
        TreeFiller filler = TreeFiller.of(other, letters).build();
        for (String line : list) {
            filler.fill(lines("./" + line.replace("/", "//")), result -> {});
        }
        Map<String, byte[]> expected = contents(root);
        Map<String, byte[]> actual = contents(other);
        assertThat(actual.keySet()).isEqualTo(expected.keySet()).hasSize(200);
        expected.forEach(
                (path, content) -> assertThat(actual.get(path)).as(path).isEqualTo(content));
        assertThat(expected.values().stream().map(String::new).distinct().count())
                .isEqualTo(200);
    }

    @Test
    void seedsChangeTheContent() throws IOException {
        fill(TreeFiller.of(root, letters), "a 1000");
        byte[] first = Files.readAllBytes(root.resolve("a"));
        fill(TreeFiller.of(root, letters).seed(3), "a 1000");
        assertThat(Files.readAllBytes(root.resolve("a"))).isEqualTo(first);
        fill(TreeFiller.of(root, letters).seed(4), "a 1000");
        assertThat(Files.readAllBytes(root.resolve("a"))).isNotEqualTo(first);
    }

    @Test
    void choosesTheContentByExtension() throws IOException {
        fill(
                TreeFiller.of(root, letters).content("TXT", digits).content("", digits),
                "a.txt 50\nb.Txt 50\nc.c 50\nd 50");
        assertThat(Files.readString(root.resolve("a.txt"))).matches("[0-9]{50}");
        assertThat(Files.readString(root.resolve("b.Txt"))).matches("[0-9]{50}");
        assertThat(Files.readString(root.resolve("c.c"))).matches("[a-z]{50}");
        assertThat(Files.readString(root.resolve("d"))).matches("[0-9]{50}");
    }

    @Test
    void overwritesInPlace() throws IOException {
        Files.createDirectories(root.resolve("sub"));
        Files.writeString(root.resolve("sub/x"), "A".repeat(5000));
        Files.writeString(root.resolve("empty"), "");
        try (FileList tree = FileList.ofTree(root)) {
            FillSummary summary = TreeFiller.of(root, letters).build().fill(tree, result -> {});
            assertThat(summary).isEqualTo(new FillSummary(2, 5000, 0));
        }
        assertThat(Files.readString(root.resolve("sub/x"))).matches("[a-z]{5000}");
        fill(TreeFiller.of(root, letters), "sub/x 10");
        assertThat(root.resolve("sub/x")).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../out", "a/../../out", "a/..", "..", "/etc/out", "a/", ".", "./", "//out"})
    void refusesPathsThatLeaveTheRoot(String path) throws IOException {
        assertThat(errorOf(path)).containsAnyOf("'..'", "absolute", "names no file");
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("letters.ds", "digits.ds");
        }
    }

    @Test
    void refusesLinksThatLeaveTheRoot() throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("victim"), "precious");
        Files.createDirectory(root);
        Files.createSymbolicLink(root.resolve("link"), outside);
        Files.createSymbolicLink(root.resolve("file"), outside.resolve("victim"));
        Files.createSymbolicLink(root.resolve("dangling"), outside.resolve("new"));
        assertThat(errorOf("link/victim")).contains("symbolic link 'link'");
        assertThat(errorOf("link/sub/deep")).contains("symbolic link 'link'");
        assertThat(errorOf("file")).isEqualTo("the path is a symbolic link");
        assertThat(errorOf("dangling")).isEqualTo("the path is a symbolic link");
        assertThat(errorOf("dangling/x")).contains("is no folder");
        assertThat(outside.resolve("victim")).hasContent("precious");
        assertThat(contents(outside)).containsOnlyKeys("victim");
    }

    @Test
    void followsLinksWithinTheRoot() throws IOException {
        Files.createDirectories(root.resolve("real"));
        Files.createSymbolicLink(root.resolve("link"), Path.of("real"));
        assertThat(errorOf("link/x")).isEqualTo("null");
        assertThat(root.resolve("real/x")).hasSize(10);
    }

    @Test
    void refusesWhatIsInTheWay() throws IOException {
        Files.createDirectories(root.resolve("folder"));
        Files.writeString(root.resolve("plain"), "x");
        assertThat(errorOf("folder")).contains("no regular file");
        assertThat(errorOf("plain/x")).contains("'plain' is no folder");
        assertThat(errorOf("nul\0byte")).contains("NUL");
        assertThat(Files.isDirectory(root.resolve("folder"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }

    @Test
    void goesOnAfterABadLine() throws IOException {
        List<FileResult> results = fill(TreeFiller.of(root, letters).threads(2), "a 1\nnonsense\n../b 2\nc 3\n");
        assertThat(results).extracting(FileResult::written).containsExactly(true, false, false, true);
        assertThat(results.get(1).error()).isEqualTo("expected a path and a size");
        assertThat(root.resolve("c")).hasSize(3);
    }

    @Test
    void refusesAnUnknownGeneratorBeforeAnyFile() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        TreeFiller.of(root, letters).generator("x", Map.of()).build())
                .withMessageContaining("unknown generator 'x'");
    }
}

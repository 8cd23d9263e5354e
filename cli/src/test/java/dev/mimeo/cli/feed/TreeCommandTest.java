package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import dev.mimeo.internal.text.ByteSizes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Trees filled from lists, logs and trees. */
@Tag("thorough")
final class TreeCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private TestRun tree(String... more) {
        String[] start = {"tree", "prose", "--root", folder.resolve("root").toString()};
        return TestRun.of(Stream.concat(Stream.of(start), Stream.of(more)).toArray(String[]::new));
    }

    static Map<String, String> contents(Path root) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    /** Bytes for each byte that zlib makes. */
    static double ratio(Path file) throws IOException {
        byte[] data = Files.readAllBytes(file);
        Deflater deflater = new Deflater();
        deflater.setInput(data);
        deflater.finish();
        byte[] packed = new byte[2 * data.length + 100];
        int size = deflater.deflate(packed);
        deflater.end();
        return (double) data.length / size;
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeTheFirstFile(@TempDir Path temporary) throws IOException {
        long usable = Files.getFileStore(temporary).getUsableSpace();
        // Each would fit alone.
        long part = usable / 4 * 3;
        Path list = Files.writeString(temporary.resolve("list"), "small 10\na " + part + "\nb " + part + "\n");
        Path root = temporary.resolve("root");
        TestRun run = TestRun.of("tree", "prose", "--from", list.toString(), "--root", root.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("root: no space: the files need " + ByteSizes.format(2 * part + 10) + " more, and ")
                .endsWith(" are free; nothing was written\n")
                .hasLineCount(1);
        assertThat(root).isEmptyDirectory();
        // From a pipe the sizes are not known before: a file that is too large stops the run before it is begun.
        TestRun single = TestRun.withInput(
                "small 10\nlarge 9000000000000000000\n".getBytes(StandardCharsets.UTF_8),
                "tree",
                "prose",
                "--from",
                "-",
                "--root",
                root.toString(),
                "--json",
                "--threads",
                "1");
        assertThat(single.code()).isEqualTo(2);
        assertThat(single.err()).contains("no space: needs 7.8 EiB more");
        assertThat(errorMessage(single)).contains("no space: needs 7.8 EiB more");
        assertThat(root.resolve("small")).hasSize(10);
        assertThat(root.resolve("large")).isEmptyFile();
        // Files that exist need no more room.
        Path again = Files.writeString(temporary.resolve("again"), "small 10\n");
        assertThat(TestRun.of("tree", "prose", "--from", again.toString(), "--root", root.toString())
                        .code())
                .isZero();
    }

    /** Returns the message of the one document that a run that stopped has printed. */
    private static String errorMessage(TestRun run) {
        JsonNode error = Json.parse(run.out()).get("error");
        assertThat(error.get("exitCode").asInt()).isEqualTo(run.code());
        return error.get("message").asString();
    }

    @Test
    void fillsWhatALogOfImpressionsNames() throws IOException {
        Path log = write("log-4", """
                txt 1 200000.000000 2 ./home/d 1/a%s.txt
                jpg 2 100000.000000 1 ./home/b.jpg
                nul 0 0.000000 0 ./c
                x\u0001%n 18 7.000000 0 ./d.x\u0001%n
                """);
        TestRun run = tree("--from", log.toString(), "--map", "JPG=images,mp3=images", "--json");
        assertThat(run.code()).as(run.err()).isZero();
        ObjectNode json = Json.parse(run.out());
        assertThat(json.get("files").asLong()).isEqualTo(4);
        assertThat(json.get("bytes").asLong()).isEqualTo(300_007);
        assertThat(json.get("failures").asLong()).isZero();
        Path root = folder.resolve("root");
        assertThat(root.resolve("home/d 1/a%s.txt")).hasSize(200_000);
        assertThat(root.resolve("c")).hasSize(0);
        assertThat(root.resolve("d.x\u0001%n")).hasSize(7);
        assertThat(ratio(root.resolve("home/d 1/a%s.txt"))).isGreaterThan(1.8);
        assertThat(ratio(root.resolve("home/b.jpg"))).isBetween(0.95, 1.2);
        Map<String, String> first = contents(root);
        assertThat(tree("--from", log.toString(), "--map", "jpg=images", "--threads", "1", "--quiet")
                        .err())
                .isEmpty();
        assertThat(contents(root)).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpg=images,jpg=prose", "jpg=images,.JPG=images", "=prose,=images"})
    void anExtensionIsMappedOnce(String map) throws IOException {
        TestRun run = tree("--from", write("list", "a.jpg 1\n").toString(), "--map", map);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--map names extension ", " twice");
        assertThat(folder.resolve("root/a.jpg")).doesNotExist();
    }

    @Test
    void reportsBadLinesAndWritesTheOthers() throws IOException {
        Path list = write("list", "a 10\n../b 5\nnonsense\nc/d e 3\n");
        TestRun run = tree("--from", list.toString(), "--json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("mimeo: line 2: ../b: the path leaves the root by '..'\n")
                .contains("mimeo: line 3: nonsense: expected a path and a size\n")
                .contains("2 failed");
        ObjectNode json = Json.parse(run.out());
        assertThat(json.get("failures").asLong()).isEqualTo(2);
        assertThat(json.get("failed").get(0).get("number").asLong()).isEqualTo(2);
        assertThat(json.get("failed").get(1).get("path").asString()).isEqualTo("nonsense");
        assertThat(contents(folder.resolve("root"))).containsOnlyKeys("a", "c/d e");
        assertThat(folder.resolve("b")).doesNotExist();
    }

    @Test
    void fillsATreeInPlace() throws IOException {
        Path root = Files.createDirectories(folder.resolve("root/a\nb"));
        Files.writeString(root.resolve("x"), "X".repeat(70_000));
        Files.writeString(folder.resolve("root/empty"), "");
        TestRun run = tree("--from", folder.resolve("root").toString(), "--seed", "9");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("2 files", "seed 9");
        assertThat(root.resolve("x")).hasSize(70_000).content().doesNotContain("XXXXXXXXXXXX");
        Map<String, String> filled = contents(folder.resolve("root"));
        assertThat(filled).containsOnlyKeys("a\nb/x", "empty");
        Path copy = folder.resolve("copy");
        TestRun copied = TestRun.of(
                "tree", "prose", "--from", folder.resolve("root").toString(), "--root", copy.toString(), "--seed", "9");
        assertThat(copied.code()).isZero();
        assertThat(contents(copy)).isEqualTo(filled);
    }

    /** The characterizations, those of extensions and the list of files may be in the tree that is filled. */
    @ParameterizedTest
    @CsvSource({"c.ds, list", "c.ds, .", "categories, list", "categories, .", "prose, list", "prose, ."})
    void inputsInTheTreeAreKept(String characterization, String from) throws IOException {
        Path root = Files.createDirectories(folder.resolve("root"));
        Path categories = Files.createDirectories(root.resolve("categories"));
        Set<String> inputs = new TreeSet<>(Set.of("map.ds"));
        for (Path file : List.of(root.resolve("c.ds"), root.resolve("map.ds"), categories.resolve("text.ds"))) {
            assertThat(TestRun.of("characterizations", "prose", "-o", file.toString())
                            .code())
                    .isZero();
        }
        Files.writeString(root.resolve("data"), "X".repeat(3000));
        Files.writeString(root.resolve("list"), "c.ds 9\nmap.ds 9\n./categories/text.ds 9\nlist 9\ndata 3000\n");
        Path link = Files.createSymbolicLink(folder.resolve("link"), root);
        if (from.equals("list")) {
            inputs.add("list");
        }
        if (!characterization.equals("prose")) {
            inputs.add(characterization.equals("c.ds") ? "c.ds" : "categories/text.ds");
        }
        Map<String, String> before = contents(root);
        TestRun run = TestRun.of(
                "tree",
                characterization.equals("prose")
                        ? characterization
                        : link.resolve(characterization).toString(),
                "--map",
                "log=" + link.resolve("map.ds"),
                "--from",
                link.resolve(from).toString(),
                "--root",
                root.toString());
        assertThat(run.code()).as(run.err()).isOne();
        assertThat(run.err().lines().filter(line -> line.contains("is an input, which is not overwritten")))
                .hasSameSizeAs(inputs);
        Map<String, String> after = contents(root);
        assertThat(after).containsOnlyKeys(before.keySet());
        assertThat(after.entrySet().stream()
                        .filter(file -> file.getValue().equals(before.get(file.getKey())))
                        .map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(inputs);
    }

    /** All that a tree is but the bytes of its files. */
    private static List<String> shape(Path root) throws IOException {
        try (Stream<Path> entries = Files.walk(root)) {
            List<String> shape = new ArrayList<>();
            for (Path entry :
                    entries.filter(path -> !path.equals(root)).sorted().toList()) {
                PosixFileAttributes attributes =
                        Files.readAttributes(entry, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                String name = root.relativize(entry).toString();
                if (attributes.isSymbolicLink()) {
                    shape.add(name + " -> " + Files.readSymbolicLink(entry));
                } else {
                    shape.add(name + " " + PosixFilePermissions.toString(attributes.permissions()) + " "
                            + attributes.lastModifiedTime()
                            + (attributes.isDirectory() ? " folder" : " " + attributes.size()));
                }
            }
            return shape;
        }
    }

    /** Makes a tree of everything a tree has, and returns its root. */
    private Path variedTree() throws IOException {
        Path source = folder.resolve("source");
        Files.createDirectories(source.resolve("empty/deep"));
        Files.createDirectories(source.resolve("full"));
        Files.writeString(source.resolve("full/script.sh"), "S".repeat(3000));
        Files.writeString(source.resolve("full/nothing"), "");
        Path outside = Files.writeString(folder.resolve("outside"), "precious");
        Files.createSymbolicLink(source.resolve("absolute"), outside);
        Files.createSymbolicLink(source.resolve("full/relative"), Path.of("../empty/./deep"));
        Files.createSymbolicLink(source.resolve("dangling"), Path.of("no/such"));
        Files.setPosixFilePermissions(source.resolve("full/script.sh"), PosixFilePermissions.fromString("r-xr-x--x"));
        Files.setPosixFilePermissions(source.resolve("full"), PosixFilePermissions.fromString("rwxrwx---"));
        Files.setPosixFilePermissions(source.resolve("empty"), PosixFilePermissions.fromString("r-xr-xr-x"));
        long second = 1_000_000_000;
        for (String name : new String[] {"full/script.sh", "full/nothing", "full", "empty/deep", "empty"}) {
            second += 86_461;
            Files.setLastModifiedTime(source.resolve(name), FileTime.from(Instant.ofEpochSecond(second)));
        }
        return source;
    }

    @Test
    void reproducesAllOfATreeButItsContents() throws IOException {
        Path source = variedTree();
        List<String> shape = shape(source);
        assertThat(shape).hasSize(8);
        Path root = folder.resolve("root");
        TestRun run = tree("--from", source.toString(), "--threads", "2");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(shape(root)).isEqualTo(shape);
        assertThat(root.resolve("full/script.sh")).content().doesNotContain("SSSSSSSS");
        assertThat(shape(source)).isEqualTo(shape);
        assertThat(folder.resolve("outside")).hasContent("precious");
        Files.setPosixFilePermissions(source.resolve("empty"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(root.resolve("empty"), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void inPlaceOnlyContentsChange() throws IOException {
        Path source = variedTree();
        Files.setPosixFilePermissions(source.resolve("empty"), PosixFilePermissions.fromString("rwxr-xr-x"));
        // Who is not root cannot write to it otherwise.
        Files.setPosixFilePermissions(source.resolve("full/script.sh"), PosixFilePermissions.fromString("rwxr-x--x"));
        List<String> shape = shape(source);
        TestRun run = TestRun.of("tree", "prose", "--from", source.toString(), "--root", source.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(shape(source)).isEqualTo(shape);
        assertThat(source.resolve("full/script.sh")).content().doesNotContain("SSSSSSSS");
    }

    /** Sets of files with equal content. */
    private static Set<Set<String>> classes(Path root) throws IOException {
        Map<String, Set<String>> classes = new TreeMap<>();
        contents(root)
                .forEach((name, content) ->
                        classes.computeIfAbsent(content, any -> new TreeSet<>()).add(name));
        return Set.copyOf(classes.values());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void equalFilesStayEqual(boolean inPlace) throws IOException {
        Random random = new Random(5);
        Path source = folder.resolve("source");
        for (int i = 0; i < 60; i++) {
            // A few sizes and contents, so that there are equal files, and different ones of equal size.
            int size = new int[] {0, 2000, 2001, 300_000}[random.nextInt(4)];
            byte[] data = new byte[size];
            new Random(random.nextInt(5)).nextBytes(data);
            Path file = source.resolve("d" + i % 7 + "/f" + i + (i % 3 == 0 ? ".jpg" : ".txt"));
            Files.createDirectories(file.getParent());
            Files.write(file, data);
        }
        Set<Set<String>> expected = classes(source);
        assertThat(expected).hasSizeBetween(8, 20);
        Map<String, String> before = contents(source);
        Path root = inPlace ? source : folder.resolve("root");
        String[] line = {
            "tree",
            "prose",
            "--map",
            "jpg=images",
            "--threads",
            "2",
            "--from",
            source.toString(),
            "--root",
            root.toString()
        };
        TestRun run = TestRun.of(line);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(classes(root)).isEqualTo(expected);
        Map<String, String> filled = contents(root);
        before.forEach((name, content) -> {
            if (!content.isEmpty()) {
                assertThat(filled.get(name)).as(name).isNotEqualTo(content);
            }
        });
        assertThat(TestRun.of(line).code()).isZero();
        assertThat(contents(root)).isEqualTo(filled);
    }

    @Test
    void namesOfOneFileStayThoseOfOneFile() throws IOException {
        Path source = folder.resolve("source");
        Files.createDirectories(source.resolve("sub"));
        Path first = Files.writeString(source.resolve("a"), "A".repeat(5000));
        Files.createLink(source.resolve("b"), first);
        Files.createLink(source.resolve("sub/c"), first);
        Files.writeString(source.resolve("d"), "A".repeat(5000));
        Path root = folder.resolve("root");
        for (int time = 0; time < 2; time++) {
            TestRun run = tree("--from", source.toString());
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(Files.isSameFile(root.resolve("a"), root.resolve("b"))).isTrue();
            assertThat(Files.isSameFile(root.resolve("a"), root.resolve("sub/c")))
                    .isTrue();
            assertThat(Files.isSameFile(root.resolve("a"), root.resolve("d"))).isFalse();
            assertThat(root.resolve("d")).hasSameBinaryContentAs(root.resolve("a"));
            assertThat(shape(root)).isEqualTo(shape(source));
        }
        Files.delete(root.resolve("b"));
        Files.writeString(root.resolve("b"), "precious");
        TestRun run = tree("--from", source.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("b: the hard link was left out because the path exists\n");
        assertThat(root.resolve("b")).hasContent("precious");
    }

    /** A copy of a tree by hard links shares its files, also under other names and below other folders. */
    @Test
    void linksToTheSourceAreNotWrittenThrough() throws IOException {
        Path source = folder.resolve("source");
        Files.createDirectories(source.resolve("d"));
        Path first = Files.writeString(source.resolve("a"), "A".repeat(5000));
        Path second = Files.writeString(source.resolve("d/b"), "B".repeat(5000));
        Files.setPosixFilePermissions(first, PosixFilePermissions.fromString("rw-r-----"));
        Files.writeString(source.resolve("other"), "O".repeat(5000));
        Path root = folder.resolve("root");
        Files.createDirectories(root.resolve("d"));
        Files.createLink(root.resolve("a"), second);
        Files.createLink(root.resolve("d/b"), second);
        Files.createLink(root.resolve("other"), first);
        Files.writeString(root.resolve("d/own"), "precious");
        Map<String, String> before = contents(source);
        List<String> shape = shape(source);
        TestRun run = tree("--from", source.toString());
        assertThat(run.code()).isOne();
        assertThat(run.err().lines().filter(line -> line.endsWith(": the path is an input, which is not overwritten")))
                .hasSize(3);
        assertThat(contents(source)).isEqualTo(before);
        assertThat(shape(source)).isEqualTo(shape);
        assertThat(root.resolve("d/own")).hasContent("precious");
    }

    @Test
    void sourceInTheRootIsNotWrittenTo() throws IOException {
        Path source = folder.resolve("root/source");
        Files.createDirectories(source.resolve("source"));
        Files.writeString(source.resolve("source/x"), "X".repeat(100));
        Files.writeString(source.resolve("x"), "precious");
        Files.writeString(source.resolve("y"), "Y".repeat(100));
        Map<String, String> before = contents(source);
        List<String> shape = shape(source);
        TestRun run = tree("--from", source.toString());
        assertThat(run.code()).isOne();
        assertThat(run.err()).contains("source/x: 'source' is an input, in which nothing is written\n");
        assertThat(contents(source)).isEqualTo(before);
        assertThat(shape(source)).isEqualTo(shape);
        assertThat(folder.resolve("root/y")).hasSize(100);
    }

    @Test
    void warnsOfWhatItCannotReproduce() throws Exception {
        Path source = Files.createDirectories(folder.resolve("source"));
        Files.writeString(source.resolve("a"), "12345");
        Files.createSymbolicLink(source.resolve("b"), Path.of("a"));
        Path root = Files.createDirectories(folder.resolve("root"));
        Files.writeString(root.resolve("b"), "precious");
        assumeTrue(
                new ProcessBuilder("mkfifo", source.resolve("c").toString())
                                .start()
                                .waitFor()
                        == 0,
                "no named pipes here");
        Path given = Path.of("").toAbsolutePath().relativize(source);
        TestRun run = tree("--from", given.toString(), "--quiet");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("mimeo: warning: " + given + "/b: the symbolic link was left out because the path exists\n")
                .contains("mimeo: warning: " + given
                        + "/c: is neither a file, a folder nor a symbolic link and was left out\n")
                .hasLineCount(2);
        assertThat(root.resolve("a")).hasSize(5);
        assertThat(root.resolve("b")).hasContent("precious");
        assertThat(root.resolve("c")).doesNotExist();
    }

    @Test
    void refusesToReadWhatItWrites() throws IOException {
        Path source = Files.createDirectories(folder.resolve("source/sub"));
        Files.createSymbolicLink(folder.resolve("alias"), folder.resolve("source"));
        for (String root : new String[] {"source/new", "source/sub", "alias/new/deep"}) {
            TestRun run = TestRun.of(
                    "tree",
                    "prose",
                    "--from",
                    folder.resolve("source").toString(),
                    "--root",
                    folder.resolve(root).toString());
            assertThat(run.code()).as(root).isEqualTo(1);
            assertThat(run.err()).contains("lies inside the source tree");
        }
        assertThat(source.resolve("new")).doesNotExist();
    }

    @Test
    void readsAListFromStandardInput() throws IOException {
        TestRun run = TestRun.withInput(
                "a\t4\n".getBytes(StandardCharsets.UTF_8),
                "tree",
                "prose",
                "--from",
                "-",
                "--root",
                folder.resolve("root").toString(),
                "--map",
                "=images",
                "--generator",
                "zeros");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(contents(folder.resolve("root"))).containsExactly(Map.entry("a", "\0\0\0\0"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tree prose --from nowhere --root r             | 1 | nowhere: no such file
            tree nowhere.ds --from - --root r              | 1 | nowhere.ds: no such file
            tree prose --from - --root r --map txt         | 2 | --map takes EXT=NAME
            tree prose --from - --root r --map txt=        | 2 | --map takes EXT=NAME
            tree prose --from - --root r --map txt=no.ds   | 1 | no.ds: no such file
            tree prose --from - --root r --format x        | 2 | auto, log or list
            tree prose --from - --root r --generator x     | 2 | unknown generator 'x'
            tree - --from - --root r                       | 2 | both want standard input
            tree prose --from -                            | 2 | --root
            pipe prose --fifo nowhere --root r             | 1 | mkfifo -m 600 nowhere
            pipe prose --fifo . --root r                   | 1 | is a directory
            pipe prose --fifo - --root r --follow          | 2 | --follow needs a regular file
            pipe prose --fifo - --ack - --root r --json    | 2 | both want standard output
            pipe - --fifo - --root r                       | 2 | both want standard input
            """)
    void saysWhatIsWrongBeforeAnythingIsMade(String line, int code, String problem) {
        TestRun run = TestRun.of(
                line.replace("--root r", "--root " + folder.resolve("r")).split(" +"));
        assertThat(run.err()).contains(problem);
        assertThat(run.code()).isEqualTo(code);
        assertThat(folder.resolve("r")).doesNotExist();
    }

    /** Folders of the source have other names where they are mounted. */
    @ParameterizedTest
    @CsvSource({
        "source/a, root/b, 1, b/f: 'b' is an input",
        "source/a, root, 1, lies inside the source tree",
        "root, source/a, 1, lies inside the source tree"
    })
    void mountedPartsOfTheSourceAreNotWrittenTo(String part, String place, int code, String problem) throws Exception {
        Path source = folder.resolve("source");
        Path root = folder.resolve("root");
        for (Path made : List.of(source.resolve("a"), source.resolve("b"), root.resolve("b"))) {
            Files.createDirectories(made);
        }
        Files.writeString(source.resolve("a/f"), "precious");
        Files.writeString(source.resolve("b/f"), "f".repeat(100));
        Files.setPosixFilePermissions(source.resolve("b"), PosixFilePermissions.fromString("rwx------"));
        assumeTrue(
                new ProcessBuilder(
                                        "mount",
                                        "--bind",
                                        folder.resolve(part).toString(),
                                        folder.resolve(place).toString())
                                .start()
                                .waitFor()
                        == 0,
                "this user cannot mount");
        try {
            Map<String, String> before = contents(source);
            List<String> shape = shape(source);
            TestRun run = tree("--from", source.toString());
            assertThat(run.code()).as(run.err()).isEqualTo(code);
            assertThat(run.err()).contains(problem);
            assertThat(contents(source)).isEqualTo(before);
            assertThat(shape(source)).isEqualTo(shape);
        } finally {
            new ProcessBuilder("umount", folder.resolve(place).toString())
                    .start()
                    .waitFor();
        }
    }

    @Test
    void aFullDiskIsCode2() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString())
                                .start()
                                .waitFor()
                        == 0,
                "this user cannot mount a small disk");
        try {
            // Small files take a page each, which their sizes do not tell.
            StringBuilder lines = new StringBuilder("a 1000\n");
            for (int i = 0; i < 300; i++) {
                lines.append("b/c").append(i).append(" 1\n");
            }
            Path list = write("list", lines.toString());
            TestRun run = TestRun.of("tree", "prose", "--from", list.toString(), "--root", disk.toString(), "--json");
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).containsPattern("mimeo: b/c\\d+: no space.*; incomplete: b/c");
            assertThat(errorMessage(run)).matches("b/c\\d+: no space.*; incomplete: b/c.*");
            assertThat(disk.resolve("a")).hasSize(1000);
        } finally {
            new ProcessBuilder("umount", disk.toString()).start().waitFor();
        }
    }

    /** The encoding of the locale is ASCII in many containers and jobs. */
    @ParameterizedTest
    @CsvSource({"C", "C.UTF-8"})
    void namesDoNotDependOnTheLocale(String locale) throws Exception {
        byte[] name = "d\u00c3\u00a9/\u00ff\u00fe %s.txt 12\n".getBytes(StandardCharsets.ISO_8859_1);
        Path list = Files.write(folder.resolve("list"), name);
        ProcessBuilder mimeo = MimeoProcess.builder(
                        "tree",
                        "prose",
                        "--from",
                        list.toString(),
                        "--root",
                        folder.resolve("root").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        mimeo.environment().put("LC_ALL", locale);
        assertThat(mimeo.start().waitFor())
                .as(Files.readString(folder.resolve("out")))
                .isZero();
        try (Stream<Path> files = Files.walk(folder.resolve("root"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.toUri().getRawPath()))
                    .hasSize(1)
                    .allMatch(path -> path.endsWith("/d%C3%A9/%FF%FE%20%25s.txt"));
        }
    }
}

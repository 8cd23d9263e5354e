package dev.mimeo.integrations.impressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.testing.TestProfiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class TreeFillerTest {

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

    private List<TreeFiller.Result> fill(TreeFiller.Builder builder, String list) throws IOException {
        List<TreeFiller.Result> results = new ArrayList<>();
        builder.build().fill(lines(list), results::add);
        return results;
    }

    private String errorOf(String path) throws IOException {
        TreeFiller.Result result =
                fill(TreeFiller.of(root, letters), path + "\t10\n").get(0);
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
        TreeFiller.Summary summary =
                TreeFiller.of(root, letters).threads(2).build().fill(lines(list.toString()), result -> {});
        assertThat(summary).isEqualTo(new TreeFiller.Summary(sizes.length, sum, 0));
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
    void refusesToWriteAFileByTwoNames() throws IOException {
        Files.createDirectories(root);
        Files.writeString(root.resolve("a"), "before");
        Files.createLink(root.resolve("b"), root.resolve("a"));
        List<TreeFiller.Result> results = fill(TreeFiller.of(root, letters), "a\t100\nb\t50\na\t70\n");
        assertThat(results)
                .extracting(TreeFiller.Result::error)
                .containsExactly(null, "the path is a hard link to 'a', which was written before", null);
        assertThat(root.resolve("a")).hasSize(70);
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
            TreeFiller.Summary summary = TreeFiller.of(root, letters).build().fill(tree, result -> {});
            assertThat(summary).isEqualTo(new TreeFiller.Summary(2, 5000, 0));
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
        assertThat(errorOf("dangling/x")).contains("is not a folder");
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
        assertThat(errorOf("folder")).contains("not a regular file");
        assertThat(errorOf("plain/x")).contains("'plain' is not a folder");
        assertThat(errorOf("nul\0byte")).contains("NUL");
        assertThat(Files.isDirectory(root.resolve("folder"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }

    @Test
    void goesOnAfterABadLine() throws IOException {
        List<TreeFiller.Result> results = fill(TreeFiller.of(root, letters).threads(2), "a 1\nnonsense\n../b 2\nc 3\n");
        assertThat(results)
                .filteredOn(result -> !result.written())
                .extracting(result -> result.request().number() + ": " + result.error())
                .containsExactly("2: expected a path and a size", "3: the path leaves the root by '..'");
        assertThat(results).hasSize(4);
        assertThat(root.resolve("c")).hasSize(3);
    }

    @Test
    void refusesAnUnknownGeneratorBeforeAnyFile() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        TreeFiller.of(root, letters).generator("x", Map.of()).build())
                .withMessageContaining("unknown generator 'x'");
    }

    @Test
    void anAbsolutePathBelowTheRootIsOne() throws IOException {
        Files.createDirectories(root);
        Path link = Files.createSymbolicLink(folder.resolve("alias"), root);
        fill(TreeFiller.of(root, letters), "a/b 1000");
        byte[] expected = Files.readAllBytes(root.resolve("a/b"));
        Files.delete(root.resolve("a/b"));
        List<TreeFiller.Result> results = fill(
                TreeFiller.of(link, letters),
                link + "/a/b 1000\n" + root.toRealPath() + "/a/c 10\n" + root + "x 1\n" + root + " 1\n" + root
                        + "/../y 1");
        assertThat(results)
                .extracting(TreeFiller.Result::written)
                .filteredOn(written -> written)
                .hasSize(2);
        assertThat(contents(root)).containsOnlyKeys("a/b", "a/c");
        assertThat(root.resolve("a/b")).hasBinaryContent(expected);
    }

    @Test
    void pathsNeedNotBeText() throws IOException {
        byte[] line = "d\u00e9\u00ff/x\u0080.txt 10\n".getBytes(StandardCharsets.ISO_8859_1);
        TreeFiller.Summary summary = TreeFiller.of(root, letters)
                .content("txt", digits)
                .build()
                .fill(FileList.ofRequests(new ByteArrayInputStream(line)), result -> {});
        assertThat(summary).isEqualTo(new TreeFiller.Summary(1, 10, 0));
        try (FileList tree = FileList.ofTree(root)) {
            FileList.Request found = Objects.requireNonNull(tree.next());
            assertThat(found.path().bytes()).isEqualTo(Arrays.copyOf(line, line.length - 4));
        }
        assertThat(contents(root).values().iterator().next()).asString().matches("[0-9]{10}");
    }

    @Test
    void namesHaveALimit() throws IOException {
        assertThat(errorOf("x".repeat(255))).isEqualTo("null");
        assertThat(errorOf("x".repeat(256))).contains("longer than 255 bytes");
        assertThat(errorOf("x/".repeat(2044) + "y")).contains("longer than 4095 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void theLastRequestOfAPathWins(int threads) throws IOException {
        StringBuilder list = new StringBuilder();
        for (int size = 300_000; size > 0; size -= 1_000) {
            list.append("x ").append(size).append("\n./x ").append(size / 2).append('\n');
        }
        fill(TreeFiller.of(root, letters).threads(threads), list.toString());
        assertThat(root.resolve("x")).hasSize(500);
    }

    @Test
    void aProducerMayWaitForEachResult() throws IOException {
        SynchronousQueue<TreeFiller.Result> results = new SynchronousQueue<>();
        FileList producer = new FileList() {
            private long number;

            @Override
            public FileList.@Nullable Request next() {
                number++;
                if (number > 1) {
                    assertThat(take(results).request().number()).isEqualTo(number - 1);
                }
                return number > 100 ? null : FileList.Request.ofLine(number, FilePath.of("f" + number), 10, null);
            }

            @Override
            public void close() {}
        };
        TreeFiller.Summary summary =
                TreeFiller.of(root, letters).threads(3).build().fill(producer, result -> put(results, result));
        assertThat(summary).isEqualTo(new TreeFiller.Summary(100, 1000, 0));
    }

    private static TreeFiller.Result take(SynchronousQueue<TreeFiller.Result> results) {
        try {
            TreeFiller.Result result = results.poll(5, TimeUnit.MINUTES);
            assertThat(result).isNotNull();
            return result;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void put(SynchronousQueue<TreeFiller.Result> results, TreeFiller.Result result) {
        try {
            assertThat(results.offer(result, 5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A list that has nothing to say any more does not hide that the run has failed. */
    @Test
    @Timeout(300)
    void aFailureEndsTheWaitForMore() throws IOException {
        TreeFiller filler = TreeFiller.of(root, letters).threads(2).build();
        Files.delete(root);
        List<TreeFiller.Result> results = new ArrayList<>();
        try (PipedInputStream in = new PipedInputStream();
                PipedOutputStream out = new PipedOutputStream(in)) {
            out.write("a 10\n".getBytes(StandardCharsets.UTF_8));
            assertThatIOException()
                    .isThrownBy(() -> filler.fill(FileList.ofRequests(in), results::add))
                    .withMessageContaining("a");
        }
        assertThat(Thread.interrupted()).isFalse();
        assertThat(results).hasSize(1).noneMatch(TreeFiller.Result::written);
        assertThat(filler.unfinished()).isEmpty();
    }

    @Test
    void aFailingListenerEndsTheRun() throws IOException {
        TreeFiller filler = TreeFiller.of(root, letters).threads(2).build();
        assertThatIOException()
                .isThrownBy(() -> filler.fill(lines("a 1\nb 2\nc 3"), result -> {
                    throw new UncheckedIOException(new IOException("nobody listens"));
                }))
                .withMessage("nobody listens");
    }

    @Test
    void aFullDiskEndsTheRunAndSaysWhatIsIncomplete() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()) == 0,
                "this user cannot mount a small disk");
        try {
            Path tree = disk.resolve("tree");
            TreeFiller filler = TreeFiller.of(tree, letters).build();
            List<TreeFiller.Result> results = new ArrayList<>();
            assertThatIOException()
                    .isThrownBy(() -> filler.fill(lines("a 1000\nb 9223372036854775807\nc 1"), results::add))
                    .withMessageStartingWith("b: ");
            // The last one may have been begun before or after the disk was full, or not at all.
            assertThat(filler.unfinished()).contains(FilePath.of("b")).isSubsetOf(FilePath.of("b"), FilePath.of("c"));
            assertThat(results)
                    .extracting(result -> result.request().path() + " " + result.written())
                    .contains("a true", "b false");
            assertThat(tree.resolve("a")).hasSize(1000);
            fill(TreeFiller.of(tree, letters), "b 10");
            assertThat(tree.resolve("b")).hasSize(10);
        } finally {
            run("umount", disk.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    /** The folder may be made between the check of a path and its use: one of both is refused, and the run goes on. */
    @Test
    void ofAFileAndOneBelowItOneIsRefused() throws IOException {
        int pairs = 300;
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < pairs; i++) {
            list.append("x").append(i).append("\t5\nx").append(i).append("/below\t5\n");
        }

        TreeFiller.Summary summary =
                TreeFiller.of(root, letters).threads(4).build().fill(lines(list.toString()), result -> {});

        assertThat(summary).isEqualTo(new TreeFiller.Summary(pairs, 5L * pairs, pairs));
        assertThat(contents(root)).hasSize(pairs);
    }
}

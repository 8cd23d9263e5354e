package dev.mimeo.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TreeWalkTest {

    /** In the order of their bytes in UTF-8. UTF-16 puts the emoji, which is a pair of surrogates, before the ligature. */
    private static final List<String> NAMES = List.of("B", "a", "a.b", "aé", "c", "é", "ﬁ", "😀");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void namesComeInTheOrderOfTheirBytes() throws IOException {
        List<String> shuffled = List.of("😀", "a.b", "é", "B", "ﬁ", "c", "aé", "a");
        for (String name : shuffled) {
            Files.createFile(folder.resolve(name));
        }
        assertThat(walk(folder)).isEqualTo(NAMES);
        List<byte[]> bytes = NAMES.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toList();
        assertThat(bytes).isSortedAccordingTo(Arrays::compareUnsigned);
    }

    @Test
    void aDirectoryComesBeforeWhatIsInItAndLinksAreNotFollowed() throws IOException {
        Path inner = Files.createDirectories(folder.resolve("b/c"));
        Files.createFile(inner.resolve("d"));
        Files.createFile(folder.resolve("b.txt"));
        Files.createSymbolicLink(folder.resolve("a"), inner);
        assertThat(walk(folder)).containsExactly("a", "b", "b/c", "b/c/d", "b.txt");
    }

    @Test
    void aRootThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> walk(folder.resolve("no"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void listsToADepthWhatIsWanted() throws IOException {
        Files.createFile(Files.createDirectories(folder.resolve("a/b/c")).resolve("d"));
        Files.createFile(folder.resolve("a.txt"));
        assertThat(TreeWalk.list(folder, 1, path -> true))
                .containsExactly(folder.resolve("a"), folder.resolve("a.txt"));
        assertThat(TreeWalk.list(folder, 2, path -> true))
                .containsExactly(folder.resolve("a"), folder.resolve("a/b"), folder.resolve("a.txt"));
        assertThat(TreeWalk.list(folder, Integer.MAX_VALUE, Files::isRegularFile))
                .containsExactly(folder.resolve("a/b/c/d"), folder.resolve("a.txt"));
    }

    @Test
    void deletesATreeAndNotWhatALinkNames() throws IOException {
        Path kept =
                Files.createFile(Files.createDirectories(folder.resolve("kept")).resolve("file"));
        Path root = Files.createDirectories(folder.resolve("tree"));
        Files.createFile(Files.createDirectories(root.resolve("a/b")).resolve("c"));
        Files.createSymbolicLink(root.resolve("link"), kept.getParent());
        TreeWalk.delete(root);
        assertThat(root).doesNotExist();
        assertThat(kept).exists();
    }

    private static List<String> walk(Path root) throws IOException {
        TreeWalk walk = TreeWalk.of(root, (path, reason) -> {
            throw reason;
        });
        List<String> names = new ArrayList<>();
        for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
            names.add(root.relativize(entry.path()).toString().replace('\\', '/'));
        }
        return names;
    }
}

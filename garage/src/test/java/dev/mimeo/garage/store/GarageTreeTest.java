package dev.mimeo.garage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class GarageTreeTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void aFileThatIsNamedTwiceIsListedOnce() throws IOException {
        Path first = Files.createFile(folder.resolve("a.2026-03-01.gar"));
        Path second = Files.createFile(folder.resolve("b.2026-03-01.gar"));
        Path again = folder.resolve(".").resolve("a.2026-03-01.gar");
        assertThat(GarageTree.files(List.of(first, again, first))).containsExactly(first);
        assertThat(GarageTree.files(List.of(folder, second))).containsExactly(second, first);
        assertThat(GarageTree.files(List.of(folder, folder))).containsExactly(first, second);
    }

    /** As in queries: a snapshot, or a link, would double the rows of its file. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatIsHiddenOrALinkIsNotPartOfAGarage() throws IOException {
        Path root = folder.resolve("garage");
        Path below = Files.createDirectories(root.resolve("web.1/dc"));
        Path file = Files.createFile(below.resolve("a.2026-03-01.gar"));
        Files.createFile(below.resolve(".b.2026-03-01.gar"));
        Files.createFile(
                Files.createDirectories(root.resolve(".snapshot/daily/web.1")).resolve("a.2026-03-01.gar"));
        Files.createSymbolicLink(root.resolve("c.2026-03-01.gar"), file);
        Files.createSymbolicLink(root.resolve("again"), below);
        assertThat(GarageTree.files(List.of(root))).containsExactly(file);
        Path link = Files.createSymbolicLink(folder.resolve(".link"), root);
        assertThat(GarageTree.files(List.of(link))).containsExactly(link.resolve("web.1/dc/a.2026-03-01.gar"));
        Path linked = root.resolve("c.2026-03-01.gar");
        assertThat(GarageTree.files(List.of(linked))).containsExactly(linked);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void pipesAndDevicesAreRefusedBeforeTheyAreOpened() {
        assertThatThrownBy(() -> GarageTree.files(List.of(Path.of("/dev/null"))))
                .isInstanceOf(FileSystemException.class)
                .hasMessage("/dev/null: is a pipe or a device, not a packed file: copy it to a file");
    }
}

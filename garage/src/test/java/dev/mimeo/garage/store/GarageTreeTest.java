package dev.mimeo.garage.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
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
}

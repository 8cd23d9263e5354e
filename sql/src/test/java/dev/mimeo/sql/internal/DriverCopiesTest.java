package dev.mimeo.sql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DriverCopiesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void thePartOfACopyIsRemoved() throws IOException {
        Path other = Files.createFile(folder.resolve("libduckdb_java1.so"));
        DriverCopies copies = DriverCopies.in(folder.toString());
        Files.createFile(folder.resolve("libduckdb_java2.so"));
        Path unrelated = Files.createFile(folder.resolve("libother3.so"));
        copies.removeIncomplete();
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactlyInAnyOrder(other, unrelated);
        }
    }

    @Test
    void copiesOfOtherProcessesAreLeft() throws IOException {
        DriverCopies copies = DriverCopies.in(folder.toString());
        copies.removeIncomplete();
        Path first = Files.createFile(folder.resolve("libduckdb_java1.so"));
        Path second = Files.createFile(folder.resolve("libduckdb_java2.so"));
        copies.removeIncomplete();
        assertThat(first).exists();
        assertThat(second).exists();
    }

    @Test
    void aFolderThatDoesNotExistHasNoCopies() {
        DriverCopies.in(folder.resolve("none").toString()).removeIncomplete();
        assertThat(folder).isEmptyDirectory();
    }
}

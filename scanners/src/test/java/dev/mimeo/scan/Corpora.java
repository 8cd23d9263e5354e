package dev.mimeo.scan;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the shared corpora beside the project, for tests that are skipped where they are absent. */
final class Corpora {
    private Corpora() {}

    /** Returns the files of all corpora, sorted; skips the calling test if there are none. */
    static List<Path> files() {
        Path root = root();
        assumeTrue(root != null, "no shared/data/corpora beside the project");
        try (Stream<Path> tree = Files.walk(root)) {
            return tree.filter(Files::isRegularFile)
                    .filter(path -> !path.endsWith("README.md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Path root() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path root = at.resolve("shared/data/corpora");
            if (Files.isDirectory(root)) {
                return root;
            }
        }
        return null;
    }
}

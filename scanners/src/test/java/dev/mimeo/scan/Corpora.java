package dev.mimeo.scan;

import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the shared corpora beside the project, for tests that are skipped where they are absent. */
public final class Corpora {
    private Corpora() {}

    /** Returns the files of all corpora, sorted; skips the calling test if there are none. */
    public static List<Path> files() {
        try (Stream<Path> tree = Files.walk(SharedData.path("corpora"))) {
            return tree.filter(Files::isRegularFile)
                    .filter(path -> !path.endsWith("README.md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

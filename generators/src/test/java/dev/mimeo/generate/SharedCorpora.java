package dev.mimeo.generate;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The developer corpora beside the repository, where they are there. */
final class SharedCorpora {

    private SharedCorpora() {}

    /** Returns the folder with one folder per corpus; skips the test where it is absent. */
    static Path folder() {
        @Nullable Path folder = find();
        assumeTrue(folder != null, "no folder shared/data/corpora beside the repository");
        return java.util.Objects.requireNonNull(folder);
    }

    static @Nullable Path find() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path candidate = at.resolve("shared/data/corpora");
            if (Files.isDirectory(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    /** Returns the files of a corpus, sorted. */
    static List<Path> files(Path corpus) throws IOException {
        try (Stream<Path> files = Files.walk(corpus)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}

package dev.mimeo.testing;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;

/** Real data beside the repository, in a folder {@code shared/data} of one of its parents, where it is there. */
public final class SharedData {

    private SharedData() {}

    /**
     * Returns a file or folder, or skips the test if it is absent.
     *
     * @param name its path in {@code shared/data}
     */
    public static Path path(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path found = at.resolve("shared/data").resolve(name);
            if (Files.exists(found)) {
                return found;
            }
        }
        return abort("no shared/data/" + name + " beside the repository");
    }
}

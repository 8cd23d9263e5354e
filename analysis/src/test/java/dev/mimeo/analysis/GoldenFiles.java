package dev.mimeo.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Files made by the original C++ tools, in a folder beside the repository. */
public final class GoldenFiles {

    private GoldenFiles() {}

    /** Returns a golden file, or skips the test if there is no folder of them. */
    public static Path file(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path folder = at.resolve("shared/data/dataseries");
            if (Files.isDirectory(folder)) {
                return folder.resolve(name);
            }
        }
        assumeTrue(false, "no folder shared/data/dataseries beside the repository");
        throw new AssertionError();
    }

    /** Returns the lines of a golden file of text, unpacked if its name ends in {@code .gz}. */
    public static List<String> lines(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(file(name));
        if (name.endsWith(".gz")) {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                bytes = in.readAllBytes();
            }
        }
        return new String(bytes, UTF_8).lines().toList();
    }
}

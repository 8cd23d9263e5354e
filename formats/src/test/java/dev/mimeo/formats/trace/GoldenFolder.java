package dev.mimeo.formats.trace;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Files made by the original C++ tools, in a folder beside the repository. */
public final class GoldenFolder {

    private GoldenFolder() {}

    /** Returns a file of the folder, unpacked if it ends with {@code .gz}, or skips the test if there is no folder. */
    public static byte[] read(String name) throws IOException {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared/data/dataseries").resolve(name);
            if (Files.exists(file)) {
                byte[] content = Files.readAllBytes(file);
                return name.endsWith(".gz") ? gunzip(content) : content;
            }
        }
        assumeTrue(false, "no file shared/data/dataseries/" + name + " beside the repository");
        throw new AssertionError();
    }

    private static byte[] gunzip(byte[] packed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }
}

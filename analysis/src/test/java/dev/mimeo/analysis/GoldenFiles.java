package dev.mimeo.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.testing.SharedData;
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
        return SharedData.path("dataseries/" + name);
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

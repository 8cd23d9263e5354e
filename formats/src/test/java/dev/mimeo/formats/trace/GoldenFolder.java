package dev.mimeo.formats.trace;

import dev.mimeo.testing.SharedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.zip.GZIPInputStream;

/** Files made by the original C++ tools, in a folder beside the repository. */
public final class GoldenFolder {

    private GoldenFolder() {}

    /** Returns a file of the folder, unpacked if it ends with {@code .gz}, or skips the test if it is absent. */
    public static byte[] read(String name) throws IOException {
        byte[] content = Files.readAllBytes(SharedData.path("dataseries/" + name));
        return name.endsWith(".gz") ? gunzip(content) : content;
    }

    private static byte[] gunzip(byte[] packed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }
}

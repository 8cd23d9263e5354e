package dev.mimeo.formats.text;

import dev.mimeo.testing.SharedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Files made by the original C++ tools, in a folder beside the repository. */
public final class GoldenFiles {

    private GoldenFiles() {}

    /** Returns the folder of DataSeries files, or skips the test if there is none. */
    public static Path folder() {
        return SharedData.path("dataseries");
    }

    public static Stream<Path> dataSeriesFiles(String subfolder) {
        try (Stream<Path> files = Files.list(folder().resolve(subfolder))) {
            return files
                    .filter(file -> file.getFileName().toString().matches(".*\\.ds(-littleend|-bigend)?"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] gunzip(Path file) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            return in.readAllBytes();
        }
    }
}

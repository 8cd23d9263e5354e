package dev.mimeo.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Files made by the original C++ tools, in a folder beside the repository. Tests that use them are skipped where it is absent. */
public final class GoldenFiles {

    private GoldenFiles() {}

    /** Returns a file, or skips the test if there is no folder of them. */
    public static Path file(String name) {
        return SharedData.path("dataseries/" + name);
    }

    /** Returns the lines of a text file, decompressed if its name ends in {@code .gz}. */
    public static List<String> lines(String name) throws IOException {
        Path file = file(name);
        byte[] bytes = name.endsWith(".gz") ? gunzip(file) : Files.readAllBytes(file);
        return new String(bytes, UTF_8).lines().toList();
    }

    /** Returns the files of a folder whose path, with slashes, matches a regular expression, in their order, or skips the test. */
    public static Stream<Path> files(String folder, String pattern) {
        try (Stream<Path> files = Files.list(file(folder))) {
            return files.filter(file -> file.toString().replace('\\', '/').matches(pattern)).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the DataSeries files of a folder, in their order, or skips the test. */
    public static Stream<Path> dataSeriesFiles(String folder) {
        return files(folder, ".*\\.ds(-littleend|-bigend)?");
    }

    /** Returns the decompressed content of a gzip file. */
    public static byte[] gunzip(Path file) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            return in.readAllBytes();
        }
    }
}

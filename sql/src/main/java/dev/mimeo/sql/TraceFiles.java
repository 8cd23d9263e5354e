package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.internal.files.TreeWalk;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;

/** Finds the files that a name in a query means. */
final class TraceFiles {

    private static final String SUFFIX = ".ds";

    /** Suffixes of the files that a query reads. */
    private static final List<String> SUFFIXES = List.of(SUFFIX, ".parquet", ".csv", ".json");

    private TraceFiles() {}

    /** Returns whether a name can only mean DataSeries files, or is that of one. */
    static boolean isTrace(String name) {
        if (name.endsWith(SUFFIX)) {
            return true;
        }
        try {
            Path file = Path.of(name);
            return Files.isRegularFile(file) && hasMagic(file, 0, DataSeriesReader.MAGIC);
        } catch (IOException | InvalidPathException e) {
            // Then it is something else, and the engine has its say.
            return false;
        }
    }

    private static boolean hasMagic(Path file, int offset, String magic) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(offset + magic.length());
            return new String(start, ISO_8859_1).startsWith(magic, offset);
        }
    }

    /** Refuses the file of a database of SQLite or DuckDB, whose tables a query cannot name. */
    static void refuseDatabase(String name, Path file) throws IOException {
        if (hasMagic(file, 0, "SQLite format 3\0") || hasMagic(file, Long.BYTES, "DUCK")) {
            throw new FileSystemException(name, null, "is a database, not a table");
        }
    }

    static boolean isPattern(String name) {
        return name.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }

    /**
     * Returns the file of a name, or, where there is no such file and the name is a pattern, the files that match it, in
     * the order of their names. {@code *}, {@code ?}, {@code [a-z]} and <code>{a,b}</code> stand for parts of one name,
     * {@code **} for any folders.
     *
     * @throws NoSuchFileException if there is none
     * @throws FileSystemException if it is a pipe or a device
     */
    static List<Path> find(String name) throws IOException {
        // Windows has no paths with wildcards.
        if (isPattern(name) && !exists(name)) {
            List<Path> files = expand(name.replace(File.separatorChar, '/'));
            if (files.isEmpty()) {
                throw new NoSuchFileException(name, null, "no file matches");
            }
            return files;
        }
        Path path = path(name);
        if (!Files.exists(path)) {
            throw new NoSuchFileException(name);
        }
        if (isStream(path)) {
            throw notAFile(name);
        }
        return List.of(path);
    }

    /** Returns whether a path is that of a pipe or device, of which nothing can be read twice or out of order. */
    static boolean isStream(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    static FileSystemException notAFile(String name) {
        return new FileSystemException(name, null, "is a pipe or device: copy its content to a file");
    }

    static boolean exists(String name) {
        try {
            return Files.exists(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static Path path(String name) throws IOException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new MimeoException(name, -1, Reason.QUERY, "'" + name + "' is not a path: " + e.getReason(), e);
        }
    }

    /** Finds files by a pattern with slashes, below the folders before its first name with a wildcard. */
    private static List<Path> expand(String pattern) throws IOException {
        int wildcard = 0;
        while (!isPattern(pattern.substring(0, wildcard + 1))) {
            wildcard++;
        }
        int slash = pattern.lastIndexOf('/', wildcard);
        Path start = path(pattern.substring(0, slash + 1));
        if (!Files.isDirectory(start)) {
            return List.of();
        }
        String below = pattern.substring(slash + 1).replaceAll("/+", "/");
        int depth = below.contains("**")
                ? Integer.MAX_VALUE
                : 1 + (int) below.chars().filter(c -> c == '/').count();
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + below);
        return TreeWalk.list(start, depth, file -> matcher.matches(start.relativize(file)) && Files.isRegularFile(file))
                .stream()
                .sorted()
                .toList();
    }

    /** Returns the error for a table that a query names, and that is neither one nor a file that a query reads. */
    static IOException missing(String name) {
        if (!TraceFiles.exists(name)) {
            String remedy = SUFFIXES.stream()
                    .map(suffix -> name + suffix)
                    .filter(TraceFiles::exists)
                    .findFirst()
                    .map(file -> "put the whole name of the file into quotes: '" + file + "'")
                    .orElse("check its name");
            return new SqlException("no table or file '" + name + "': " + remedy);
        }
        String problem = Files.isDirectory(Path.of(name))
                ? "is a directory: name the files in it"
                : "is not a file of a query: give it the suffix of its format, one of " + String.join(", ", SUFFIXES);
        return new FileSystemException(name, null, problem);
    }
}

package dev.mimeo.sql;

import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Arrays;
import java.util.List;

/** Finds the files that a name in a query means. */
final class TraceFiles {

    private static final String SUFFIX = ".ds";

    /** The first bytes of every DataSeries file. */
    private static final byte[] MAGIC = {'D', 'S', 'v', '1'};

    private TraceFiles() {}

    /** Returns whether a name can only mean DataSeries files, or is that of one. */
    static boolean isTrace(String name) {
        if (name.endsWith(SUFFIX)) {
            return true;
        }
        try {
            Path file = Path.of(name);
            return Files.isRegularFile(file) && startsWithMagic(file);
        } catch (IOException | InvalidPathException e) {
            // Then it is something else, and the engine has its say.
            return false;
        }
    }

    private static boolean startsWithMagic(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
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
     */
    static List<Path> find(String name) throws IOException {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            throw new IOException("'" + name + "' is not a path: " + e.getReason(), e);
        }
        if (Files.exists(path) || !isPattern(name)) {
            if (!Files.exists(path)) {
                throw new NoSuchFileException(name);
            }
            return List.of(path);
        }
        List<Path> files = expand(path);
        if (files.isEmpty()) {
            throw new NoSuchFileException(name, null, "no file matches");
        }
        return files;
    }

    private static List<Path> expand(Path pattern) throws IOException {
        int fixed = 0;
        while (fixed < pattern.getNameCount()
                && !isPattern(pattern.getName(fixed).toString())) {
            fixed++;
        }
        Path root = pattern.getRoot();
        Path start = fixed == 0
                ? (root == null ? Path.of("") : root)
                : (root == null ? pattern.subpath(0, fixed) : root.resolve(pattern.subpath(0, fixed)));
        if (!Files.isDirectory(start)) {
            return List.of();
        }
        boolean deep = pattern.toString().contains("**");
        int depth = deep ? Integer.MAX_VALUE : pattern.getNameCount() - fixed;
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        return TreeWalk.list(start, depth, file -> matcher.matches(file) && Files.isRegularFile(file)).stream()
                .sorted()
                .toList();
    }
}

package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the files that inputs stand for. */
final class InputFiles {

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");
    private static final Pattern SPECIAL = Pattern.compile("[*?\\[{]");

    private InputFiles() {}

    /**
     * Lists files: those named, all below folders whose names end in {@code .ds}, and those that match patterns; in the order of
     * the inputs, and sorted by name within each.
     *
     * @return absolute paths, at least one
     * @throws IOException if an input stands for no file; the message names it
     * @throws IllegalArgumentException if an input is not in a mounted file system
     */
    static List<Path> list(List<String> inputs) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String input : inputs) {
            String name = local(input);
            // A file is taken by its name, whatever characters that has.
            Path path = SPECIAL.matcher(name).find() && !Files.exists(Path.of(name)) ? null : Path.of(name);
            if (path == null) {
                addMatching(name, files);
            } else if (Files.isDirectory(path)) {
                addBelow(path.toAbsolutePath(), InputFiles::hasSuffix, input, files);
            } else if (Files.exists(path)) {
                files.add(path.toAbsolutePath());
            } else {
                throw new NoSuchFileException(input);
            }
        }
        return files;
    }

    private static String local(String input) {
        if (!SCHEME.matcher(input).matches() || Files.exists(Path.of(input))) {
            return input;
        }
        if (!input.toLowerCase(Locale.ROOT).startsWith("file:")) {
            throw new IllegalArgumentException(
                    "'" + input + "' is in no mounted file system; only paths and file: addresses can be read");
        }
        return SPECIAL.matcher(input).find()
                ? input.substring("file:".length()).replaceFirst("^//+", "/")
                : Path.of(URI.create(input)).toString();
    }

    private static void addMatching(String pattern, List<Path> files) throws IOException {
        String absolute = pattern.startsWith("/")
                ? pattern
                : Path.of("").toAbsolutePath() + "/" + pattern.replaceFirst("^\\./", "");
        int special = 0;
        while (!SPECIAL.matcher(absolute.substring(special, special + 1)).matches()) {
            special++;
        }
        Path folder = Path.of(absolute.substring(0, absolute.lastIndexOf('/', special) + 1));
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + absolute);
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(pattern, null, "there is no folder " + folder);
        }
        addBelow(folder, matcher::matches, pattern, files);
    }

    private static void addBelow(Path folder, Predicate<Path> wanted, String input, List<Path> files)
            throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> found =
                    walk.filter(wanted).filter(Files::isRegularFile).sorted().toList();
            if (found.isEmpty()) {
                throw new NoSuchFileException(input, null, "no DataSeries file is there");
            }
            files.addAll(found);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static boolean hasSuffix(Path file) {
        return file.toString().endsWith(".ds");
    }
}

package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
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
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Finds the files that inputs stand for. */
final class InputFiles {

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");
    private static final Pattern SPECIAL = Pattern.compile("[*?\\[{]");

    private static final String SUFFIX = ".ds";

    private InputFiles() {}

    /**
     * Lists files: those named, all below folders whose names end in {@code .ds}, and those that match patterns; in the order of
     * the inputs, and sorted by name within each. Below folders, names that start with a dot or an underscore are hidden.
     *
     * @return absolute paths in a mounted file system, and addresses in others; at least one
     * @throws NoSuchFileException if an input stands for no file; the message names it
     */
    static List<String> list(List<String> inputs, Configuration configuration) throws IOException {
        List<String> all = new ArrayList<>();
        for (String input : inputs) {
            if (isRemote(input, configuration)) {
                all.addAll(HadoopFiles.list(input, configuration));
                continue;
            }
            List<Path> files = new ArrayList<>();
            String name = local(input);
            // A file is taken by its name, whatever characters that has.
            Path path = SPECIAL.matcher(name).find() && !Files.exists(Path.of(name)) ? null : Path.of(name);
            if (path == null) {
                addMatching(name, files);
            } else if (Files.isDirectory(path)) {
                Path folder = path.toAbsolutePath();
                addBelow(folder, file -> isVisible(folder.relativize(file).toString()), input, files);
            } else if (Files.exists(path)) {
                files.add(path.toAbsolutePath());
            } else {
                throw new NoSuchFileException(input);
            }
            files.forEach(file -> all.add(file.toString()));
        }
        return all;
    }

    /** Returns whether an input is a folder. */
    static boolean isFolder(String input, Configuration configuration) throws IOException {
        return isRemote(input, configuration)
                ? HadoopFiles.isFolder(input, configuration)
                : Files.isDirectory(Path.of(local(input)));
    }

    /** Returns the path of one file, by its name or address; it need not be there. */
    static Path path(String input, Configuration configuration) throws IOException {
        return isRemote(input, configuration) ? HadoopFileSystem.path(input, configuration) : Path.of(local(input));
    }

    /** Opens a file that was listed, verifying checksums. */
    static DataSeriesReader open(String file, Configuration configuration) throws IOException {
        return isAddress(file) ? HadoopFiles.open(file, configuration) : DataSeriesReader.open(Path.of(file));
    }

    /** Returns whether a file that was listed is not in a mounted file system. */
    static boolean isAddress(String file) {
        return SCHEME.matcher(file).matches();
    }

    /** Returns whether an input is in a file system of Hadoop: by its scheme, or without one as Hadoop is configured. */
    private static boolean isRemote(String input, Configuration configuration) {
        return isAddress(input)
                ? !isFileAddress(input) && !Files.exists(Path.of(input))
                : !FileSystem.getDefaultUri(configuration).getScheme().equals("file");
    }

    private static boolean isFileAddress(String input) {
        return input.toLowerCase(Locale.ROOT).startsWith("file:");
    }

    /** Returns whether a file below a folder is read with it, by its path from there on. */
    static boolean isVisible(String path) {
        return path.endsWith(SUFFIX)
                && Stream.of(path.split("[/\\\\]")).noneMatch(name -> name.startsWith(".") || name.startsWith("_"));
    }

    private static String local(String input) {
        if (!isFileAddress(input) || Files.exists(Path.of(input))) {
            return input;
        }
        // Hadoop and Spark write all characters as they are; addresses of Java are percent-encoded.
        String plain =
                input.substring("file:".length()).replaceFirst("^//+", "/").replaceFirst("^/(?=[A-Za-z]:)", "");
        return Files.exists(Path.of(plain)) ? plain : decoded(input, plain);
    }

    private static String decoded(String address, String plain) {
        try {
            Path path = Path.of(URI.create(address));
            return Files.exists(path) ? path.toString() : plain;
        } catch (IllegalArgumentException e) {
            return plain;
        }
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
        PathMatcher matcher;
        try {
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + absolute);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    pattern + ": is neither a file nor a pattern: close its brackets, or check the name", e);
        }
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(pattern, null, "there is no folder " + folder);
        }
        addBelow(folder, matcher::matches, pattern, files);
    }

    private static void addBelow(Path folder, Predicate<Path> wanted, String input, List<Path> files)
            throws IOException {
        List<Path> found =
                TreeWalk.list(folder, Integer.MAX_VALUE, file -> wanted.test(file) && Files.isRegularFile(file))
                        .stream()
                        .sorted()
                        .toList();
        if (found.isEmpty()) {
            throw new NoSuchFileException(input, null, "no DataSeries file is there");
        }
        files.addAll(found);
    }
}

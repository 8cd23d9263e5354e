package dev.mimeo.cli.command;

import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.internal.text.SimilarNames;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Failures as lines of text: what went wrong and what to try. */
public final class Errors {

    private static final Set<String> NAMELESS =
            Set.of("no space left on device", "file too large", "disk quota exceeded", "input/output error");

    private static final String OTHER_FOLDER = "choose another folder with JAVA_OPTS=-Djava.io.tmpdir=DIR";

    /** Remedies such as commands that make what is missing, by the ends of the messages of libraries. */
    private static final Map<String, String> COMMANDS = Map.ofEntries(
            Map.entry("does not start with DSv1", "make one with mimeo csv2ds, txt2ds or dsimport"),
            Map.entry("holds no table of an NFS or IP trace", "make one of a capture with mimeo nfs convert"),
            Map.entry(
                    "not a capture, but a DataSeries file",
                    "give it to a command that reads traces, such as mimeo nfs summary"),
            Map.entry("is a database, not a table", "convert a table of it with mimeo sql2ds"),
            Map.entry("nor SQL that makes tables", "write them with mimeo nfs analyze"),
            Map.entry("expected a packed file of counters", "make one with mimeo garage pack"),
            Map.entry("no packed file that can be read", "make some with mimeo garage pack"),
            Map.entry("no space left for temporary files", "free some, " + OTHER_FOLDER + ", or raise --memory"),
            Map.entry(
                    "that the engine reads at once",
                    "convert the file with mimeo csv2ds, or query it with read_csv and a larger max_line_size"),
            Map.entry(" of heap", "give Java a larger one with JAVA_OPTS=-Xmx2g"),
            Map.entry(
                    "the engine needs more memory than its limit",
                    "raise it with --memory, or use fewer --threads or columns"));

    /** The character in place of bytes that are not text. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final int MOST_NEIGHBOURS = 1000;

    private Errors() {}

    /** Returns the line for a failure, without the leading {@code mimeo:}. */
    public static String describe(Throwable failure) {
        if (failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
            return describe(unchecked.getCause());
        }
        if (failure instanceof OutOfMemoryError) {
            return "out of memory: give Java a larger heap with JAVA_OPTS=-Xmx2g, or use fewer --threads";
        }
        if (failure instanceof FileSystemException named && named.getFile() != null) {
            File folder = Outputs.temporaryFolder().toFile();
            String unusable = unusable(folder, new File(named.getFile()), named);
            return Failures.oneLine(
                    unusable.isEmpty()
                            ? named.getFile() + ": " + reason(named)
                            : folder + ": the folder for temporary files " + unusable + ": " + OTHER_FOLDER);
        }
        if (failure instanceof IOException || failure instanceof CommandFailure) {
            return Failures.oneLine(AtomicFile.withTargets(reason(failure)));
        }
        return Failures.oneLine(failure + ": an unexpected error: re-run with --debug for the details");
    }

    /** Returns the reason alone, without the file where the type of the exception carries it apart. */
    public static String reason(Throwable failure) {
        if (failure instanceof NoSuchFileException missing) {
            return "no such file or directory" + remedy(missing.getFile());
        }
        String reason = SettingNames.asOptions(Failures.reason(failure));
        if (failure instanceof FileAlreadyExistsException) {
            return reason + ", or overwrite it with --force";
        }
        return COMMANDS.entrySet().stream()
                .filter(command -> reason.endsWith(command.getKey()))
                .findFirst()
                .map(command -> reason + ": " + command.getValue())
                .orElse(reason);
    }

    /**
     * Returns why a file could not be made in the folder for temporary files, if that folder is the reason; otherwise nothing. Nobody has
     * named such a file, so a message about its name would be no help.
     */
    private static String unusable(File folder, File file, FileSystemException failure) {
        if (!folder.equals(file.getParentFile()) || file.exists()) {
            return "";
        }
        if (!folder.isDirectory()) {
            return folder.exists() ? "is a file" : "does not exist";
        }
        // A file that is only read would be missing, as the folder can be read.
        boolean refused = failure instanceof AccessDeniedException
                || "read-only file system".equalsIgnoreCase(failure.getReason());
        return refused && folder.canRead() ? "cannot be written" : "";
    }

    private static String remedy(@Nullable String missing) {
        if (missing != null && missing.indexOf(REPLACEMENT) >= 0) {
            return ": the name is not text in the encoding of the locale: name its folder, or read the file from standard input";
        }
        Path path = Path.of(missing == null ? "" : missing);
        String link = brokenLink(path);
        if (!link.isEmpty()) {
            return link;
        }
        Path name = path.getFileName();
        String suggestion = name == null ? "" : SimilarNames.suggestion(name.toString(), neighbours(path));
        return suggestion.isEmpty() ? ": check the name" : suggestion;
    }

    /** Returns the end of a message about a path without a file, if it is a symbolic link; otherwise nothing. */
    static String brokenLink(Path path) {
        return Files.isSymbolicLink(path) ? ", because this symbolic link leads to no file: check its target" : "";
    }

    /** Returns the names of what is in the folder of a path, a thousand at most; empty if it cannot be listed. */
    static List<String> neighbours(Path path) {
        try (Stream<Path> files = Files.list(AtomicFile.folderOf(path))) {
            return files.limit(MOST_NEIGHBOURS)
                    .map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            // There is nothing to suggest.
            return List.of();
        }
    }

    /** Returns a failure that names a file, or the same one if it is not what the system reports of a file that is written. */
    public static IOException named(String file, IOException failure) {
        return failure.getClass() == IOException.class
                        && NAMELESS.contains(
                                String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT))
                ? new IOException(file + ": " + reason(failure), failure)
                : failure;
    }

    /** Returns the error of a server whose port cannot be had. */
    public static IOException portTaken(int port, BindException e) {
        return new IOException(
                "port " + port + ": is taken or not allowed: choose another with --port, or 0 for any", e);
    }
}

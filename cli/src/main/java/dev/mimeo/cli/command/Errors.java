package dev.mimeo.cli.command;

import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Failures as lines of text: what went wrong and what to try. */
public final class Errors {

    private static final Set<String> NAMELESS =
            Set.of("no space left on device", "file too large", "disk quota exceeded", "input/output error");

    /** End of the message for a file that is no DataSeries file at all. */
    private static final String NO_DATA_SERIES = "does not start with DSv1";

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
            return oneLine(named.getFile() + ": " + reason(named));
        }
        if (failure instanceof IOException || failure instanceof CommandFailure) {
            return oneLine(reason(failure));
        }
        return oneLine(failure + ": an unexpected error: re-run with --debug for the details");
    }

    /** Returns the reason alone, without the file where the type of the exception carries it apart. */
    public static String reason(Throwable failure) {
        if (failure instanceof NoSuchFileException missing) {
            return "no such file or directory" + remedy(missing.getFile());
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied: check the permissions";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "exists already: choose another name, or overwrite it with --force";
        }
        if (failure instanceof NotDirectoryException) {
            return "is not a directory: check the name";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return "is a directory that is not empty: choose another name, or remove what is in it";
        }
        String message = failure instanceof FileSystemException named && named.getReason() != null
                ? named.getReason()
                : failure.getMessage();
        if (message == null || message.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        if (message.endsWith(NO_DATA_SERIES)) {
            return message + ": make one with mimeo csv2ds, txt2ds or dsimport";
        }
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.endsWith("permission denied")) {
            return message + ": check the permissions";
        }
        if (lower.equals("no space left on device")) {
            return "no space left on device: free some, or write elsewhere";
        }
        return message;
    }

    private static String remedy(@Nullable String missing) {
        Path path = Path.of(missing == null ? "" : missing);
        Path name = path.getFileName();
        String suggestion = name == null ? "" : SimilarNames.suggestion(name.toString(), neighbours(path));
        return suggestion.isEmpty() ? ": check the name" : suggestion;
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

    /** Returns whether a failure is what the system says of a file that is written, and does not name the file. */
    static boolean isNameless(IOException failure) {
        return failure.getClass() == IOException.class
                && NAMELESS.contains(String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT));
    }

    /**
     * Returns a text without line feeds, which become semicolons, and without other control characters, with which a name of a file could
     * command the terminal.
     */
    public static String oneLine(String text) {
        return text.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ").replaceAll("[\\p{Cntrl}\\x80-\\x9f&&[^\\t]]", "?");
    }

    /** Returns the error of a server whose port cannot be had. */
    public static IOException portTaken(int port, BindException e) {
        return new IOException(
                "port " + port + ": is taken or not allowed: choose another with --port, or 0 for any", e);
    }
}

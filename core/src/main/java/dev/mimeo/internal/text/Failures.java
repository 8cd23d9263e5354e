package dev.mimeo.internal.text;

import dev.mimeo.MimeoException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Failures as text for users: what went wrong and what to try. Thread-safe. */
public final class Failures {

    private static final String NO_SPACE = "no space left on device";

    /** A quotation of the query, from its line to the mark below the place of the error. The user can see the query already. */
    private static final Pattern QUOTED_QUERY = Pattern.compile("\\s*\\n\\s*LINE \\d+:.*", Pattern.DOTALL);

    private Failures() {}

    /** Returns the reason of a failure, without the file where the type of the exception carries it apart. */
    public static String reason(Throwable failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory: check the name";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied: check the permissions";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "exists already: choose another name";
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
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.endsWith("permission denied")) {
            return message + ": check the permissions";
        }
        if (lower.endsWith("is a directory")) {
            return message.substring(0, message.length() - "is a directory".length())
                    + "is a directory: name the files in it";
        }
        if (lower.endsWith(NO_SPACE)) {
            return message.substring(0, message.length() - NO_SPACE.length()) + NO_SPACE
                    + ": free some, or write elsewhere";
        }
        if (lower.endsWith("read-only file system")) {
            return message + ": write elsewhere";
        }
        if (lower.endsWith("too many open files")) {
            return message + ": raise the limit with ulimit -n, or name fewer files at once";
        }
        return message;
    }

    /**
     * Returns a failure to read or write a file with the name of the file, which those of an open channel or stream lack.
     *
     * @param file path or name of the file
     * @param failure returned as it is if its type tells that somebody has described it
     */
    public static IOException ofFile(Object file, IOException failure) {
        if (failure.getClass() != IOException.class) {
            return failure;
        }
        FileSystemException named = new FileSystemException(file.toString(), null, failure.getMessage());
        named.initCause(failure);
        return named;
    }

    /**
     * Returns a failure whose message begins with its source; one of Mimeo keeps its reason.
     *
     * @param source name of the file or stream
     * @param failure the cause of the new one
     * @param message what went wrong, with or without the source in front
     */
    public static IOException ofSource(String source, IOException failure, String message) {
        String named = message.startsWith(source + ": ") ? message : source + ": " + message;
        return failure instanceof MimeoException known
                ? new MimeoException(source, known.offset(), known.reason(), named, failure)
                : new IOException(named, failure);
    }

    /** Returns the message of a database without the quotation of the query that some databases add, unless it is all that there is. */
    public static String withoutQuery(String message) {
        String head = QUOTED_QUERY.matcher(message).replaceFirst("");
        return head.isBlank() ? message.strip() : head.strip();
    }

    /**
     * Returns a text without line feeds, which become semicolons, and without other control characters, with which a name of a file could
     * command the terminal.
     */
    public static String oneLine(String text) {
        return text.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ").replaceAll("[\\p{Cntrl}\\x80-\\x9f&&[^\\t]]", "?");
    }
}

package dev.mimeo;

import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reports an input that cannot be read, or a request that cannot be met. The message is one line, {@code SOURCE: PROBLEM;
 * REMEDY}, without the parts that are not known. A setting is named as in the library and in backquotes, such as {@code `chunkSize`};
 * commands show the option for it. Every fault that Mimeo itself finds in its inputs is one; what the operating system, a database or another
 * program reports is another {@link IOException}.
 */
public class MimeoException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{2028}\\x{2029}\\x{85}]");

    /** The kinds of failures that callers tell apart. */
    public enum Reason {
        /** The content is not what its format says. */
        CORRUPT,
        /** The content ends before it should. */
        TRUNCATED,
        /** A newer version of the format is needed. */
        TOO_NEW,
        /** The content is sound, but needs what this build, or this command, does not have. */
        UNSUPPORTED,
        /** There is nothing to work on. */
        EMPTY,
        /** The text of a query or a pattern is wrong, or the query failed. */
        QUERY,
        /** The text of a query is not in its language, whatever the data. */
        SYNTAX,
        /** The result would be larger than the limit that the caller set. */
        LIMIT
    }

    private final String source;
    private final long offset;
    private final Reason reason;

    /**
     * Makes an exception about no source that is known here.
     *
     * @param message all of the message; control characters become question marks
     */
    public MimeoException(Reason reason, String message) {
        this("", -1, reason, message, null);
    }

    /**
     * Makes an exception.
     *
     * @param source name of the file or stream, empty if not known
     * @param offset bytes from the start of the source, -1 if not known
     * @param message all of the message; control characters, which names from damaged files may hold, become question marks
     */
    public MimeoException(String source, long offset, Reason reason, String message) {
        this(source, offset, reason, message, null);
    }

    /**
     * Makes an exception with a cause.
     *
     * @param source name of the file or stream, empty if not known
     * @param offset bytes from the start of the source, -1 if not known
     * @param message all of the message; control characters, which names from damaged files may hold, become question marks
     */
    public MimeoException(String source, long offset, Reason reason, String message, @Nullable Throwable cause) {
        super(CONTROL.matcher(message).replaceAll("?"), cause);
        this.source = source;
        this.offset = offset;
        this.reason = reason;
    }

    /**
     * Makes an exception about a source as a whole.
     *
     * @param source name of the file or stream
     * @param problem rest of the message: the problem, and the remedy where there is one
     */
    public static MimeoException of(Object source, Reason reason, String problem) {
        return new MimeoException(source.toString(), -1, reason, source + ": " + problem);
    }

    /** Returns the name of the file or stream; empty if not known. */
    public final String source() {
        return source;
    }

    /** Returns the position of the fault in bytes from the start of the source, or -1 if not known. */
    public final long offset() {
        return offset;
    }

    /** Returns the kind of failure. */
    public final Reason reason() {
        return reason;
    }
}

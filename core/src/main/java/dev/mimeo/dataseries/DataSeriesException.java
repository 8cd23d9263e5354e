package dev.mimeo.dataseries;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reports content that is not what the format, or the reader of a certain type of file, expects.
 *
 * <p>The message is one line, {@code SOURCE: WHAT at byte N (extent K): DETAIL}, without the parts that are not known.
 */
public final class DataSeriesException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{2028}\\x{2029}\\x{85}]");

    private final String source;
    private final long offset;

    /**
     * Makes an exception about a place that is not known more closely than the source.
     *
     * @param source name of the file or other source
     * @param problem what is wrong, one line
     */
    public DataSeriesException(String source, String problem) {
        this(source, -1, -1, problem, "");
    }

    /**
     * Makes an exception about a place in a source.
     *
     * @param source name of the file or other source
     * @param offset bytes from the start of the source, -1 if not known
     * @param extent number of the extent, counted from 0 for the type extent, -1 if not known
     * @param problem what is wrong, one line
     * @param detail what was expected and found, one line; may be empty
     */
    public DataSeriesException(String source, long offset, int extent, String problem, String detail) {
        super(message(source, offset, extent, problem, detail));
        this.source = source;
        this.offset = offset;
    }

    private static String message(String source, long offset, int extent, String problem, String detail) {
        String message = source
                + ": "
                + problem
                + (offset < 0 ? "" : " at byte " + offset)
                + (extent < 0 ? "" : " (extent " + extent + ")")
                + (detail.isEmpty() ? "" : ": " + detail);
        // Names out of damaged files may hold anything; the message stays one line.
        return CONTROL.matcher(message).replaceAll("?");
    }

    /** Returns the name of the file or other source. */
    public String source() {
        return source;
    }

    /** Returns where the fault is, in bytes from the start of the source, or -1 if not known. */
    public long offset() {
        return offset;
    }
}

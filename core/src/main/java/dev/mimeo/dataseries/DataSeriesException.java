package dev.mimeo.dataseries;

import dev.mimeo.MimeoException;

/**
 * Reports content that is not what the format, or the reader of a certain type of file, expects.
 *
 * <p>The message is one line, {@code SOURCE: WHAT at byte N (extent K): DETAIL}, without the parts that are not known.
 */
public final class DataSeriesException extends MimeoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception about a place that is not known more closely than the source.
     *
     * @param source name of the file or other source
     * @param problem problem, one line
     */
    public DataSeriesException(String source, String problem) {
        this(source, -1, -1, problem, "");
    }

    /**
     * Makes an exception about a place in a source.
     *
     * @param source name of the file or other source, or "" if there is none
     * @param offset bytes from the start of the source, -1 if not known
     * @param extent number of the extent, counted from 0 for the type extent, -1 if not known
     * @param problem problem, one line
     * @param detail expected and found values, one line; may be empty
     */
    public DataSeriesException(String source, long offset, int extent, String problem, String detail) {
        this(Reason.CORRUPT, source, offset, extent, problem, detail);
    }

    /**
     * Makes an exception about content that is not damaged, but cannot be read for another reason.
     *
     * @param source name of the file or other source
     * @param problem problem, one line
     */
    public DataSeriesException(Reason reason, String source, String problem) {
        this(reason, source, -1, -1, problem, "");
    }

    DataSeriesException(Reason reason, String source, long offset, int extent, String problem, String detail) {
        super(source, offset, reason, message(source, offset, extent, problem, detail));
    }

    private static String message(String source, long offset, int extent, String problem, String detail) {
        return (source.isEmpty() ? "" : source + ": ")
                + problem
                + (offset < 0 ? "" : " at byte " + offset)
                + (extent < 0 ? "" : " (extent " + extent + ")")
                + (detail.isEmpty() ? "" : ": " + detail);
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.MimeoException;

/**
 * Reports content that is not what the format, or the reader of a certain type of file, expects.
 *
 * <p>The message is one line, {@code SOURCE: WHAT at byte N (extent K): DETAIL}, without the parts that are not known.
 */
public final class DataSeriesException extends MimeoException {

    private static final long serialVersionUID = 1L;

    private final boolean recoverable;

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
        this(Reason.CORRUPT, new Place(source, offset, extent), problem, detail, false);
    }

    /**
     * Makes an exception about content that is not damaged, but cannot be read for another reason.
     *
     * @param source name of the file or other source
     * @param problem problem, one line
     */
    public DataSeriesException(Reason reason, String source, String problem) {
        this(reason, new Place(source, -1, -1), problem, "", false);
    }

    DataSeriesException(Reason reason, Place place, String problem, String detail, boolean recoverable) {
        super(place.source(), place.offset(), reason, message(place, problem, detail));
        this.recoverable = recoverable;
    }

    /**
     * Returns whether the file is damaged after its list of types: at an extent of rows, its index or its end. {@link
     * DataSeriesRecovery} saves the intact extents of such a file. It can save nothing of a file with a damaged header or list of types.
     */
    public boolean isRecoverable() {
        return recoverable;
    }

    private static String message(Place place, String problem, String detail) {
        return (place.source().isEmpty() ? "" : place.source() + ": ")
                + problem
                + (place.offset() < 0 ? "" : " at byte " + place.offset())
                + (place.extent() < 0 ? "" : " (extent " + place.extent() + ")")
                + (detail.isEmpty() ? "" : ": " + detail);
    }
}

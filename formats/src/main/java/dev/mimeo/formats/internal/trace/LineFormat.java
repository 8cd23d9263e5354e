package dev.mimeo.formats.internal.trace;

/** Parses and prints the lines of a {@link LineConverter}. May keep buffers from line to line; not thread-safe. */
public interface LineFormat {

    /**
     * Takes a row from a line.
     *
     * <p>It need not make sure that the line is in the one form that {@link #print} gives back; whoever calls it does.
     *
     * @param line the line, with its line feed if it has one
     * @param row all null, or zero and empty where not nullable; may be left half set for a line that is malformed
     * @return whether it is a line of the format
     */
    boolean parse(LineCursor line, RowValues row);

    /** Prints a row as a line, with its line feed. */
    void print(RowValues row, LineBuffer out);

    /**
     * Sets what the row of a malformed line holds besides the line itself; nothing unless the format says otherwise.
     *
     * @param line the line from its start
     * @param row as {@link #parse} left it
     */
    default void salvage(LineCursor line, RowValues row) {
        row.clear();
    }
}

package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Rows in order, one after the other, out of one extent or a sequence of them. */
final class SortedRows {

    /** Supplies extents whose rows are in order, each after those before. */
    @FunctionalInterface
    interface Feed {
        /** Returns the next extent, or null after the last. */
        @Nullable Extent next() throws IOException;
    }

    private final SortOrder order;
    private final Feed feed;
    private final String checkedSource;
    private @Nullable KeyColumns keys;
    private int[] permutation = {};
    private int position;
    private int row;
    private long prefix;

    /** Hands out the rows of an extent in the order of its permutation. */
    SortedRows(KeyColumns keys, int[] permutation) {
        this.order = keys.order();
        this.feed = () -> null;
        this.checkedSource = "";
        this.keys = keys;
        this.permutation = permutation;
        this.position = -1;
    }

    /**
     * Hands out the rows of extents as they are.
     *
     * @param checkedSource name of the source in messages if its rows are out of order and do not come from a file; empty if
     *     they are known not to be
     */
    SortedRows(SortOrder order, Feed feed, String checkedSource) {
        this.order = order;
        this.feed = feed;
        this.checkedSource = checkedSource;
    }

    /** Moves to the next row, the first one at first; false after the last. */
    boolean next() throws IOException {
        KeyColumns current = keys;
        if (current != null && position + 1 < current.extent().rows()) {
            int before = row;
            position++;
            row = permutation.length == 0 ? position : permutation[position];
            prefix = current.prefix(row);
            if (!checkedSource.isEmpty() && position > 0) {
                check(current, before, current, row);
            }
            return true;
        }
        return nextExtent(current);
    }

    private boolean nextExtent(@Nullable KeyColumns before) throws IOException {
        Extent extent = feed.next();
        while (extent != null && extent.rows() == 0) {
            extent = feed.next();
        }
        if (extent == null) {
            keys = null;
            return false;
        }
        KeyColumns current = new KeyColumns(order, extent);
        if (!checkedSource.isEmpty() && before != null) {
            check(before, row, current, 0);
        }
        keys = current;
        position = 0;
        row = 0;
        prefix = current.prefix(0);
        return true;
    }

    private void check(KeyColumns one, int oneRow, KeyColumns other, int otherRow) throws DataSeriesException {
        if (one.compare(oneRow, other, otherRow) > 0) {
            throw new DataSeriesException(
                    other.extent().source().isEmpty()
                            ? checkedSource
                            : other.extent().source(),
                    other.extent().fileOffset(),
                    -1,
                    "rows are not in order",
                    "row " + otherRow + " of the extent comes before the row that precedes it; sort the file first");
        }
    }

    /** Returns the extent of the row; not after {@link #next()} has returned false. */
    Extent extent() {
        return current().extent();
    }

    /** Returns the number of the row in its extent. */
    int row() {
        return row;
    }

    /** Returns the values that the row is sorted by. */
    KeyColumns keys() {
        return current();
    }

    /** Compares the rows of two sources. */
    int compare(SortedRows other) {
        int result = Long.compare(prefix, other.prefix);
        return result != 0 ? result : current().compare(row, other.current(), other.row);
    }

    private KeyColumns current() {
        KeyColumns current = keys;
        if (current == null) {
            throw new IllegalStateException("no row");
        }
        return current;
    }
}

package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.RowFilter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Rows of an extent that are printed. Immutable. */
final class RowSet {

    private final int @Nullable [] chosen;
    private final int count;

    private RowSet(int @Nullable [] chosen, int count) {
        this.chosen = chosen;
        this.count = count;
    }

    static RowSet all(Extent extent) {
        return new RowSet(null, extent.rows());
    }

    static RowSet chosen(Extent extent, RowFilter filter) {
        int[] rows = new int[extent.rows()];
        int count = filter.select(extent, rows);
        return new RowSet(count == rows.length ? null : Arrays.copyOf(rows, count), count);
    }

    /** Returns how many rows there are. */
    int count() {
        return count;
    }

    /** Returns the number of a row in the extent. */
    int row(int position) {
        return chosen == null ? position : chosen[position];
    }
}

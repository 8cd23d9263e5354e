package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A series that writes: rows to an output, one after the other, or to an extent under construction, of whose rows any may be
 * gone to. Fields set the current row; they have nothing to read.
 */
public final class SeriesWriter extends ExtentSeries {

    /** Destination of rows that are added. */
    private interface RowTarget {

        /** Adds a row and returns what takes its values. */
        ExtentBuilder add() throws IOException;
    }

    private final RowTarget destination;

    /** The extent under construction that the series goes through; null if it writes to an output. */
    private final @Nullable ExtentBuilder construction;

    /** The receiver of the current row; null if there is none. */
    private @Nullable ExtentBuilder current;

    private SeriesWriter(ExtentType type, RowTarget destination, @Nullable ExtentBuilder construction) {
        super(type);
        this.destination = destination;
        this.construction = construction;
        this.rows = construction == null ? 0 : construction.rows();
    }

    /** Makes a series that writes rows. The output stays the caller's to close. */
    public static SeriesWriter to(ExtentOutput output) {
        return new SeriesWriter(output.type(), output::addRow, null);
    }

    /**
     * Makes a series over the rows of an extent under construction, before the first. The extent may be
     * {@linkplain ExtentBuilder#build() built} at any time; rows are only added and dropped by others before the series is
     * made.
     */
    public static SeriesWriter over(ExtentBuilder construction) {
        return new SeriesWriter(
                construction.type(),
                () -> {
                    construction.addRow();
                    return construction;
                },
                construction);
    }

    /**
     * Adds a row, whose fields are false, 0 or empty until they are set, and goes there.
     *
     * @throws IOException if writing fails
     */
    public void newRow() throws IOException {
        current = destination.add();
        if (construction != null) {
            rows = construction.rows();
            row = rows - 1;
        }
    }

    /**
     * Adds rows to the extent under construction, whose fields are false, 0 or empty until they are set. The series stays
     * where it is.
     *
     * @param count at least 0
     * @throws IllegalStateException if the series does not go through an extent under construction, or that would exceed
     *     2 GiB
     */
    public void createRows(int count) {
        if (construction == null) {
            throw new IllegalStateException("series does not go through an extent under construction");
        }
        construction.createRows(count);
        rows = construction.rows();
        moved();
    }

    @Override
    void moved() {
        if (construction == null) {
            return;
        }
        boolean atRow = row >= 0;
        current = atRow ? construction : null;
        if (atRow) {
            construction.setRow(row);
        }
    }

    @Override
    ExtentBuilder written() {
        if (current == null) {
            throw new IllegalStateException("series is at no row");
        }
        return current;
    }

    @Override
    @Nullable Extent extent() {
        return null;
    }
}

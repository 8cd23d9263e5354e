package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the rows of extents, to which fields are bound: {@link SeriesReader} reads rows, {@link SeriesWriter} writes
 * them. Fields are found by their names whenever the type of the extents changes. Not thread-safe.
 */
public abstract sealed class ExtentSeries permits SeriesReader, SeriesWriter {

    /** The current row; -1 before the first. Fields read it for every value. */
    int row = -1;

    /** Number of rows that the cursor may be at. */
    int rows;

    private final List<SeriesField> fields = new ArrayList<>();
    private @Nullable ExtentType type;

    ExtentSeries(@Nullable ExtentType type) {
        this.type = type;
    }

    /** Returns the type of the rows, or null before the first extent of a series that reads. */
    public final @Nullable ExtentType type() {
        return type;
    }

    /** Returns the number of the current row in its extent, from 0; -1 before the first. */
    public final int row() {
        return row;
    }

    /** Returns the number of rows of the current extent. */
    public final int rows() {
        return rows;
    }

    /**
     * Moves to a row of the current extent.
     *
     * @param number from 0; or -1 to be before the first
     * @throws IndexOutOfBoundsException if the extent has no such row
     */
    public final void setRow(int number) {
        if (number < -1 || number >= rows) {
            throw new IndexOutOfBoundsException("row " + number + " of an extent of " + rows + " rows");
        }
        row = number;
        moved();
    }

    /**
     * Moves to the next row of the current extent.
     *
     * @return whether there is one
     */
    public final boolean nextRow() {
        if (row + 1 < rows) {
            row++;
            moved();
            return true;
        }
        return false;
    }

    /** Takes note of a new current row. */
    void moved() {}

    /** Returns what takes the values of the current row. */
    abstract ExtentBuilder written();

    /** Returns the extent that values are read from, or null if there is none. */
    abstract @Nullable Extent extent();

    /** Finds all fields in a type. */
    final void resolve(ExtentType newType) {
        type = null;
        for (SeriesField field : fields) {
            field.resolve(newType);
        }
        type = newType;
    }

    /** Lets all fields read from an extent of the type found last. */
    final void bind(Extent extent) {
        for (SeriesField field : fields) {
            field.bind(extent);
        }
    }

    /** Adds a field, unless the current type refuses it. */
    final void add(SeriesField field) {
        attach(field);
        fields.add(field);
    }

    /** Looks up a field in the current type, if there is one. */
    final void attach(SeriesField field) {
        if (type != null) {
            field.resolve(type);
        }
        Extent extent = extent();
        if (extent != null) {
            field.bind(extent);
        }
    }
}

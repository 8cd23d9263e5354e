package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the rows of extents, one extent after the other, to which fields are bound.
 *
 * <p>A series reads extents of a source, or those it is given with {@link #setExtent}; or it writes rows to an output, or to
 * an extent under construction, of whose rows any may be gone to. Its fields are found by their names whenever the type of
 * the extents changes.
 */
public final class ExtentSeries {

    /** Rule for the types that the extents of a series may have. */
    public enum TypeMode {
        /** All the same. */
        EXACT,
        /** Any that have the fields of the series; these are looked up anew in each type. */
        LOOSE
    }

    /** The current row; -1 before the first. Fields read it for every value. */
    int row = -1;

    private final TypeMode mode;
    private final @Nullable ExtentSource source;
    private final @Nullable ExtentOutput output;
    private final List<SeriesField> fields = new ArrayList<>();
    private int rows;
    private @Nullable Extent extent;
    private @Nullable ExtentType type;

    /** Builder that receives the current row; null if there is none, or the series does not write. */
    private @Nullable ExtentBuilder builder;

    /** The extent under construction that the series goes through; null if it reads, or writes to an output. */
    private final @Nullable ExtentBuilder construction;

    private ExtentSeries(
            TypeMode mode,
            @Nullable ExtentSource source,
            @Nullable ExtentOutput output,
            @Nullable ExtentBuilder construction) {
        this.mode = mode;
        this.source = source;
        this.output = output;
        this.construction = construction;
        this.rows = construction == null ? 0 : construction.rows();
        this.type = output != null ? output.type() : construction != null ? construction.type() : null;
    }

    /** Makes a series that reads the extents it is given. */
    public static ExtentSeries of(TypeMode mode) {
        return new ExtentSeries(mode, null, null, null);
    }

    /** Makes a series over all extents of a source, which must be of one type. The source stays the caller's to close. */
    public static ExtentSeries from(ExtentSource source) {
        return from(source, TypeMode.EXACT);
    }

    /** Makes a series over all extents of a source, which stays the caller's to close. */
    public static ExtentSeries from(ExtentSource source, TypeMode mode) {
        return new ExtentSeries(mode, source, null, null);
    }

    /** Makes a series that writes rows. The output stays the caller's to close. */
    public static ExtentSeries to(ExtentOutput output) {
        return new ExtentSeries(TypeMode.EXACT, null, output, null);
    }

    /**
     * Makes a series over the rows of an extent under construction, before the first. Fields set the current row and cannot
     * be read. The extent may be {@linkplain ExtentBuilder#build() built} at any time; rows are only added and dropped by
     * others before the series is made.
     */
    public static ExtentSeries over(ExtentBuilder construction) {
        return new ExtentSeries(TypeMode.EXACT, null, null, construction);
    }

    /**
     * Moves to the next row, of the next extent of the source if need be.
     *
     * @return whether there is one; false at the end of the source, or of the extent if there is no source
     * @throws DataSeriesException if an extent is damaged, is of another type in exact mode, or lacks a field of the
     *     series or has it of another type
     */
    public boolean next() throws IOException {
        if (nextRow()) {
            return true;
        }
        row = rows;
        while (nextExtent()) {
            if (rows > 0) {
                row = 0;
                return true;
            }
        }
        return false;
    }

    /**
     * Moves to the next row of the current extent. A loop over {@link #nextExtent()} and in it one over this is
     * faster than one over {@link #next()}.
     *
     * @return whether there is one
     */
    public boolean nextRow() {
        if (row + 1 < rows) {
            row++;
            if (construction != null) {
                goTo(construction);
            }
            return true;
        }
        return false;
    }

    private void goTo(ExtentBuilder rowsToSet) {
        boolean atRow = row >= 0 && row < rows;
        builder = atRow ? rowsToSet : null;
        if (atRow) {
            rowsToSet.setRow(row);
        }
    }

    /**
     * Moves to the next extent of the source, before its first row; without a source there is none.
     *
     * @return whether there is one; if not, the series is at no row
     * @throws DataSeriesException as {@link #next()} does
     */
    public boolean nextExtent() throws IOException {
        Extent next = source == null ? null : source.next();
        if (next == null) {
            row = rows;
            builder = null;
            return false;
        }
        setExtent(next);
        return true;
    }

    /**
     * Goes to an extent, before its first row.
     *
     * @throws DataSeriesException if it is of another type than the one before in exact mode, or lacks a field of the
     *     series or has it of another type
     */
    public void setExtent(Extent next) throws DataSeriesException {
        row = -1;
        rows = 0;
        extent = null;
        ExtentType before = type;
        if (before == null || !before.equals(next.type())) {
            if (before != null && mode == TypeMode.EXACT) {
                throw new DataSeriesException(
                        next.source(),
                        next.fileOffset(),
                        -1,
                        "extent is of type '" + next.type().name() + "' version "
                                + next.type().majorVersion() + "."
                                + next.type().minorVersion(),
                        "those before are of type '" + before.name() + "' version " + before.majorVersion() + "."
                                + before.minorVersion());
            }
            try {
                for (SeriesField field : fields) {
                    field.resolve(next.type());
                }
            } catch (IllegalArgumentException e) {
                type = null;
                throw new DataSeriesException(
                        next.source(), next.fileOffset(), -1, "cannot read rows", String.valueOf(e.getMessage()));
            }
            type = next.type();
        }
        extent = next;
        rows = next.rows();
        for (SeriesField field : fields) {
            field.bind(next);
        }
    }

    /** Returns the current extent, or null if there is none. */
    public @Nullable Extent extent() {
        return extent;
    }

    /** Returns the type of the current extent or of the rows written, or null before the first extent. */
    public @Nullable ExtentType type() {
        return type;
    }

    /** Returns the number of the current row in its extent, from 0; -1 before the first. */
    public int row() {
        return row;
    }

    /** Returns the number of rows of the current extent. */
    public int rows() {
        return rows;
    }

    /**
     * Moves to a row of the current extent.
     *
     * @param number from 0; or -1 to be before the first, so that {@link #next()} goes there
     */
    public void setRow(int number) {
        if (number < -1 || number >= rows) {
            throw new IndexOutOfBoundsException("row " + number + " of an extent of " + rows + " rows");
        }
        row = number;
        if (construction != null) {
            goTo(construction);
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
        goTo(construction);
    }

    /** Leaves the current extent, and holds it no more. The type stays what it is. */
    public void clearExtent() {
        if (extent != null) {
            Extent nothing = new ExtentBuilder(extent.type()).build();
            for (SeriesField field : fields) {
                field.bind(nothing);
            }
            extent = null;
            row = -1;
            rows = 0;
        }
    }

    /**
     * Says what type the extents will have, so that a field that it lacks is noticed before the first of them.
     *
     * @throws IllegalArgumentException if it lacks a field of the series or has it of another type
     * @throws IllegalStateException if the series has another type already that it keeps to
     */
    public void setType(ExtentType newType) {
        if (type != null && mode == TypeMode.EXACT && !type.equals(newType)) {
            throw new IllegalStateException("series has type '" + type.name() + "' already");
        }
        clearExtent();
        type = null;
        for (SeriesField field : fields) {
            field.resolve(newType);
        }
        type = newType;
    }

    /**
     * Adds a row, whose fields are false, 0 or empty until they are set.
     *
     * @throws IllegalStateException if the series does not write
     * @throws IOException if writing fails
     */
    public void newRow() throws IOException {
        if (output != null) {
            builder = output.addRow();
        } else if (construction != null) {
            construction.addRow();
            rows = construction.rows();
            row = rows - 1;
            builder = construction;
        } else {
            throw new IllegalStateException("series does not write");
        }
    }

    /** Returns what takes the values of the current row. */
    ExtentBuilder written() {
        ExtentBuilder current = builder;
        if (current == null) {
            boolean writes = output != null || construction != null;
            throw new IllegalStateException(writes ? "series is at no row" : "series does not write");
        }
        return current;
    }

    void add(SeriesField field) {
        fields.add(field);
        attach(field);
    }

    /** Looks up a field in the type at hand, if there is one. */
    void attach(SeriesField field) {
        if (type != null) {
            field.resolve(type);
        }
        if (extent != null) {
            field.bind(extent);
        }
    }
}

package dev.mimeo.dataseries.series;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A series that reads: the extents of a source, one after the other, or those it is given with {@link #setExtent}. Setting a
 * field is an {@link IllegalStateException}.
 */
public final class SeriesReader extends ExtentSeries {

    /** Rule for the types that the extents of a series may have. */
    public enum TypeMode {
        /** All the same. */
        EXACT,
        /** Any that have the fields of the series; these are looked up anew in each type. */
        LOOSE
    }

    private final TypeMode mode;
    private final @Nullable ExtentSource source;
    private @Nullable Extent extent;

    private SeriesReader(TypeMode mode, @Nullable ExtentSource source) {
        super(null);
        this.mode = mode;
        this.source = source;
    }

    /** Makes a series that reads the extents it is given. */
    public static SeriesReader of(TypeMode mode) {
        return new SeriesReader(mode, null);
    }

    /** Makes a series over all extents of a source, which must be of one type. The source stays the caller's to close. */
    public static SeriesReader from(ExtentSource source) {
        return from(source, TypeMode.EXACT);
    }

    /** Makes a series over all extents of a source, which stays the caller's to close. */
    public static SeriesReader from(ExtentSource source, TypeMode mode) {
        return new SeriesReader(mode, source);
    }

    /**
     * Moves to the next row, of the next extent of the source if need be. A loop over {@link #nextExtent()} and in it one
     * over {@link #nextRow()} is faster.
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
     * Moves to the next extent of the source, before its first row; without a source there is none.
     *
     * @return whether there is one; if not, the series is at no row
     * @throws DataSeriesException as {@link #next()} does
     */
    public boolean nextExtent() throws IOException {
        Extent next = source == null ? null : source.next();
        if (next == null) {
            row = rows;
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
        ExtentType before = type();
        if (before == null || !before.equals(next.type())) {
            if (before != null && mode == TypeMode.EXACT) {
                throw new DataSeriesException(
                        Reason.UNSUPPORTED,
                        next.source(),
                        "extent is of type '" + next.type().name() + "' version "
                                + next.type().majorVersion() + "."
                                + next.type().minorVersion() + ": those before are of type '" + before.name()
                                + "' version " + before.majorVersion() + "." + before.minorVersion());
            }
            try {
                resolve(next.type());
            } catch (IllegalArgumentException e) {
                throw new DataSeriesException(Reason.UNSUPPORTED, next.source(), "cannot read rows: " + e.getMessage());
            }
        }
        extent = next;
        rows = next.rows();
        bind(next);
    }

    /** Returns the current extent, or null if there is none. */
    @Override
    public @Nullable Extent extent() {
        return extent;
    }

    /** Leaves the current extent, and holds it no more. The type stays what it is. */
    public void clearExtent() {
        if (extent != null) {
            bind(new ExtentBuilder(extent.type()).build());
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
        ExtentType before = type();
        if (before != null && mode == TypeMode.EXACT && !before.equals(newType)) {
            throw new IllegalStateException("series has type '" + before.name() + "' already");
        }
        clearExtent();
        resolve(newType);
    }

    @Override
    ExtentBuilder written() {
        throw new IllegalStateException("series does not write");
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Turns rows into the records and strings that are hashed and compressed: in file order, scaled, and relative to other
 * values. The differences are taken between the original values: columns relative to another first, from the last to the
 * first, then those relative to the row before, then scales.
 */
final class RecordPacker {

    /** A run that is a smaller share of its extent is not worth a table of the extent's strings. */
    private static final int SMALL_SHARE = 8;

    /** Bytes that a pool of strings starts with at most; it grows as needed. */
    private static final int MAX_START = 1 << 20;

    private static final int[] NO_TABLE = {};

    private final RowList list;
    private final RecordLayout layout;
    private final int rows;
    private final int stride;
    private final boolean bigEndian;

    /** Whether null values are known to be zero and empty. */
    private final boolean clean;

    private final byte[] fixed;
    private final byte[] variable;
    private final OptionalInt hash;

    /** By the number of the column; see {@link #roundedValues}. */
    private int[] rounded = NO_TABLE;

    /** Origin of the rows. */
    private enum Origin {
        /** A whole extent, which others use as well. */
        EXTENT,
        /** A whole extent that nobody uses any more. */
        OWN_EXTENT,
        /** Rows of any extents. */
        ROWS
    }

    /** Packs an extent; the stored bytes of null values are kept where the format can. */
    RecordPacker(Extent extent, boolean bigEndian) {
        this(RowList.of(extent), bigEndian, Origin.EXTENT);
    }

    /** Packs rows of extents. */
    RecordPacker(RowList list, boolean bigEndian) {
        this(list, bigEndian, Origin.ROWS);
    }

    /** Packs an extent that nobody uses any more, whose records are changed if they need not be copied. */
    static RecordPacker ofOwn(Extent extent, boolean bigEndian) {
        return new RecordPacker(RowList.of(extent), bigEndian, Origin.OWN_EXTENT);
    }

    private RecordPacker(RowList list, boolean bigEndian, Origin origin) {
        boolean own = origin == Origin.OWN_EXTENT;
        this.list = list;
        this.layout = list.type().layout();
        this.rows = list.rows();
        this.stride = layout.recordSize();
        this.bigEndian = bigEndian;
        this.clean = layout.nullCompact()
                || (origin == Origin.ROWS && layout.columns().stream().anyMatch(column -> column.nullMask() != 0));
        if (list.isWhole()) {
            Extent extent = list.source(0);
            if (extent.packed() && extent.bigEndian() == bigEndian) {
                // Already as it should be; taking it as it is keeps differences of doubles exact.
                this.fixed = extent.fixed();
                this.variable = extent.variable();
                this.hash = extent.hash();
                return;
            }
        }
        this.hash = OptionalInt.empty();
        this.fixed = new RecordGatherer(list, bigEndian).records(own);
        if (clean) {
            zeroNulls();
        }
        // Builders store each string of a row on its own, so there is nothing to keep track of.
        this.variable = strings(!own);
        subtractBases();
        subtractPrevious();
        scale();
    }

    ExtentType type() {
        return list.type();
    }

    int rows() {
        return rows;
    }

    /** Returns the first of the extents that the rows are from; there must be rows. */
    Extent source() {
        return list.source(0);
    }

    /** Returns the bytes of the strings before repeated ones are dropped. */
    long givenStringBytes() {
        return list.sizeBytes() - (long) rows * stride;
    }

    /**
     * Returns how many values of each column do not come back because of its {@code pack_scale}: those off by more than a tenth of
     * a unit. Empty if there are none. Of a column that is relative to itself these are also the values that follow one that is
     * not a number or too large to be added up.
     */
    int[] roundedValues() {
        return rounded;
    }

    /** Returns the checksum of records and strings, if it is known. */
    OptionalInt hash() {
        return hash;
    }

    byte[] fixed() {
        return fixed;
    }

    byte[] variable() {
        return variable;
    }

    private void zeroNulls() {
        for (Column column : layout.columns()) {
            if (column.nullMask() != 0) {
                zeroNulls(column, fixed, stride);
            }
        }
    }

    /** Takes fields as parameters: the first compiler of the virtual machine would read them for every row. */
    private static void zeroNulls(Column column, byte[] records, int stride) {
        int nullByte = column.nullByte();
        int nullMask = column.nullMask();
        int position = column.position();
        int width = column.width();
        for (int record = 0; record < records.length; record += stride) {
            if ((records[record + nullByte] & nullMask) != 0) {
                int at = record + position;
                switch (width) {
                    case 0 -> records[at] = (byte) (records[at] & ~column.mask());
                    case Integer.BYTES -> LittleEndian.putInt(records, at, 0);
                    case Long.BYTES -> LittleEndian.putLong(records, at, 0);
                    default -> Arrays.fill(records, at, at + width, (byte) 0);
                }
            }
        }
    }

    private boolean isNull(Column column, int record) {
        return (fixed[record + column.nullByte()] & column.nullMask()) != 0;
    }

    /** Returns whether a value is left as it is by a column's differences, as null values are under null compaction. */
    private boolean skipped(Column column, int record) {
        return layout.nullCompact() && isNull(column, record);
    }

    private byte[] strings(boolean keepTrack) {
        Column[] columns = list.strings().toArray(Column[]::new);
        if (columns.length == 0) {
            return new byte[4];
        }
        StringPool pool = new StringPool((int) Math.min(list.sizeBytes() - fixed.length, MAX_START), bigEndian);
        int record = 0;
        int[] latest = new int[columns.length];
        @Nullable Extent known = null;
        int[] moved = NO_TABLE;
        for (int run = 0; run < list.runs(); run++) {
            Extent source = list.source(run);
            int first = list.first(run);
            int count = list.end(run) - first;
            if (source != known) {
                known = source;
                boolean large = keepTrack && count > source.rows() / SMALL_SHARE;
                // By the place of a string, which is 4 modulo 8.
                moved = large ? new int[source.variable().length / 8 + 1] : NO_TABLE;
            }
            int from = first * stride;
            for (int row = 0; row < count; row++, record += stride, from += stride) {
                for (int i = 0; i < columns.length; i++) {
                    int place = move(source, from, columns[i], pool, latest[i], moved);
                    latest[i] = place == 0 ? latest[i] : place;
                    EitherEndian.putInt(fixed, record + columns[i].position(), place, bigEndian);
                }
            }
        }
        return pool.bytes();
    }

    /**
     * Puts a string into a pool and returns its offset there.
     *
     * @param from the record in the source
     * @param latest offset in the pool of the string of the column that came last, 0 if none did
     * @param moved positions in the pool of unique strings of the source; empty if nobody keeps track
     */
    private int move(Extent source, int from, Column column, StringPool pool, int latest, int[] moved) {
        int entry = EitherEndian.getInt(source.fixed(), from + column.position(), source.bigEndian());
        if (entry == 0 || (clean && (source.fixed()[from + column.nullByte()] & column.nullMask()) != 0)) {
            return 0;
        }
        boolean keepsTrack = column.unique() && moved.length > 0;
        if (keepsTrack && moved[entry >> 3] != 0) {
            return moved[entry >> 3];
        }
        int length = EitherEndian.getInt(source.variable(), entry, source.bigEndian());
        int place = column.unique()
                ? pool.addUnique(source.variable(), entry + 4, length, latest)
                : pool.append(source.variable(), entry + 4, length);
        if (keepsTrack) {
            moved[entry >> 3] = place;
        }
        return place;
    }

    private void subtractBases() {
        List<Column> columns = layout.columns();
        for (int i = columns.size() - 1; i >= 0; i--) {
            Column column = columns.get(i);
            if (column.otherRelative()) {
                subtract(column, columns.get(column.relativeTo()));
            }
        }
    }

    private void subtract(Column column, Column base) {
        int at = column.position();
        int baseAt = base.position();
        int end = rows * stride;
        switch (column.type()) {
            case INT32 -> {
                for (int record = 0; record < end; record += stride) {
                    if (!skipped(column, record)) {
                        putInt(record + at, getInt(record + at) - getInt(record + baseAt));
                    }
                }
            }
            case INT64 -> {
                for (int record = 0; record < end; record += stride) {
                    if (!skipped(column, record)) {
                        putLong(record + at, getLong(record + at) - getLong(record + baseAt));
                    }
                }
            }
            default -> {
                for (int record = 0; record < end; record += stride) {
                    if (!skipped(column, record)) {
                        putDouble(record + at, getDouble(record + at) - getDouble(record + baseAt));
                    }
                }
            }
        }
    }

    private void subtractPrevious() {
        for (Column column : layout.columns()) {
            if (column.selfRelative()) {
                switch (column.type()) {
                    case INT32 -> subtractPreviousInts(column);
                    case INT64 -> subtractPreviousLongs(column);
                    default -> subtractPreviousDoubles(column);
                }
            }
        }
    }

    private void subtractPreviousInts(Column column) {
        int previous = 0;
        for (int row = 0, record = 0; row < rows; row++, record += stride) {
            if (!skipped(column, record)) {
                int value = getInt(record + column.position());
                putInt(record + column.position(), value - previous);
                previous = value;
            }
        }
    }

    private void subtractPreviousLongs(Column column) {
        long previous = 0;
        for (int row = 0, record = 0; row < rows; row++, record += stride) {
            if (!skipped(column, record)) {
                long value = getLong(record + column.position());
                putLong(record + column.position(), value - previous);
                previous = value;
            }
        }
    }

    private void subtractPreviousDoubles(Column column) {
        ScaledColumn scaled = new ScaledColumn(column);
        double previous = 0;
        for (int row = 0, record = 0; row < rows; row++, record += stride) {
            if (!skipped(column, record)) {
                double value = getDouble(record + column.position());
                putDouble(record + column.position(), value - previous);
                scaled.checkNext(value, value - previous);
                previous = value;
            }
        }
        note(column, scaled);
    }

    private void scale() {
        for (Column column : layout.columns()) {
            if (column.scaled()) {
                ScaledColumn scaled = new ScaledColumn(column);
                for (int row = 0, at = column.position(); row < rows; row++, at += stride) {
                    double value = getDouble(at);
                    putDouble(at, scaled.units(value));
                    if (!column.selfRelative()) {
                        scaled.check(value);
                    }
                }
                note(column, scaled);
            }
        }
    }

    private void note(Column column, ScaledColumn scaled) {
        if (scaled.lost() > 0) {
            rounded = rounded.length == 0 ? new int[layout.columns().size()] : rounded;
            rounded[column.field().index()] = scaled.lost();
        }
    }

    private int getInt(int at) {
        return EitherEndian.getInt(fixed, at, bigEndian);
    }

    private void putInt(int at, int value) {
        EitherEndian.putInt(fixed, at, value, bigEndian);
    }

    private long getLong(int at) {
        return EitherEndian.getLong(fixed, at, bigEndian);
    }

    private void putLong(int at, long value) {
        EitherEndian.putLong(fixed, at, value, bigEndian);
    }

    private double getDouble(int at) {
        return Double.longBitsToDouble(getLong(at));
    }

    private void putDouble(int at, double value) {
        putLong(at, Double.doubleToRawLongBits(value));
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import dev.mimeo.internal.bytes.EitherEndian;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Rows of extents of one type, in any order, that are to become an extent. The list refers to the rows and does not copy them;
 * {@link DataSeriesWriter#write(RowList)} copies and packs them on its threads. So this is the fastest way to merge, split,
 * filter or reorder extents.
 *
 * <p>The stored bytes of null values are not kept, unless the rows are those of one whole extent. Not thread-safe.
 */
public final class RowList {

    /** Most bytes of an unpacked part of an extent. It stays below the limit of the format even if it is stored uncompressed. */
    static final long MAX_PART = ExtentHeader.PART_LIMIT - (1L << 20);

    /** The variable part starts with the length of the empty string. */
    private static final int EMPTY_VARIABLE = 4;

    private final ExtentType type;
    private final int recordSize;
    private final Column[] strings;

    /** The type, and equal types of other files, by identity, because comparing their texts takes long. */
    private final Set<ExtentType> sameTypes = Collections.newSetFromMap(new IdentityHashMap<>());

    private Extent[] sources = new Extent[4];
    private int[] firsts = new int[4];
    private int[] ends = new int[4];
    private int runs;
    private int rows;
    private long sizeBytes = EMPTY_VARIABLE;

    /** Makes a list without rows. */
    public RowList(ExtentType type) {
        this.type = type;
        this.recordSize = type.recordSize();
        sameTypes.add(type);
        this.strings = type.layout().columns().stream()
                .filter(column -> column.type() == FieldType.VARIABLE32)
                .toArray(Column[]::new);
    }

    /** Returns a list of all rows of an extent. */
    static RowList of(Extent extent) {
        RowList list = new RowList(extent.type());
        list.append(extent, 0, extent.rows());
        list.rows = extent.rows();
        list.sizeBytes = extent.sizeBytes();
        return list;
    }

    /** Returns the type of the rows. */
    public ExtentType type() {
        return type;
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /**
     * Returns the unpacked size of an extent of these rows in which every string is stored as often as it occurs, in
     * bytes. It is what target sizes of extents refer to.
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Adds rows while the target leaves room for another record. At least one row is added if the list is empty. The strings of
     * the last row may exceed the target; that is the rule of the original library. Whatever the target, the extent is never too
     * large for the format, unless a single row is.
     *
     * @param extent the extent whose rows are added; it must not change until they are packed
     * @param from the first row
     * @param to the row after the last
     * @param targetBytes the target for {@link #sizeBytes()}, in bytes
     * @return the first row that was not added, or {@code to}
     * @throws IllegalArgumentException if the rows are of another type
     * @throws IndexOutOfBoundsException if the extent does not have the rows
     */
    public int addUpTo(Extent extent, int from, int to, long targetBytes) {
        checkRange(extent, from, to);
        int row = from;
        while (row < to) {
            long stringBytes = stringBytes(extent, row);
            if (rows > 0 && !fits(stringBytes, targetBytes)) {
                break;
            }
            sizeBytes += recordSize + stringBytes;
            rows++;
            row++;
        }
        if (row > from) {
            append(extent, from, row);
        }
        return row;
    }

    private void checkRange(Extent extent, int from, int to) {
        if (!sameTypes.contains(extent.type())) {
            if (!extent.type().equals(type)) {
                throw new IllegalArgumentException(
                        "rows are of type '" + extent.type().name() + "', not '" + type.name() + "'");
            }
            sameTypes.add(extent.type());
        }
        if (from < 0 || from > to || to > extent.rows()) {
            throw new IndexOutOfBoundsException(
                    "rows " + from + " to " + to + " of an extent of " + extent.rows() + " rows");
        }
    }

    private boolean fits(long stringBytes, long targetBytes) {
        long recordBytes = (long) rows * recordSize;
        return sizeBytes + recordSize <= targetBytes
                && recordBytes + recordSize <= MAX_PART
                && sizeBytes - recordBytes + stringBytes <= MAX_PART
                && rows < Integer.MAX_VALUE;
    }

    private long stringBytes(Extent extent, int row) {
        long bytes = 0;
        byte[] fixed = extent.fixed();
        int record = row * recordSize;
        for (Column column : strings) {
            int entry = EitherEndian.getInt(fixed, record + column.position(), extent.bigEndian());
            if (entry != 0
                    && (column.nullMask() == 0 || (fixed[record + column.nullByte()] & column.nullMask()) == 0)) {
                int length = EitherEndian.getInt(extent.variable(), entry, extent.bigEndian());
                bytes += length == 0 ? 0 : VariablePart.entrySize(length);
            }
        }
        return bytes;
    }

    private void append(Extent extent, int from, int to) {
        if (runs > 0 && sources[runs - 1] == extent && ends[runs - 1] == from) {
            ends[runs - 1] = to;
            return;
        }
        if (runs == sources.length) {
            sources = Arrays.copyOf(sources, 2 * runs);
            firsts = Arrays.copyOf(firsts, 2 * runs);
            ends = Arrays.copyOf(ends, 2 * runs);
        }
        sources[runs] = extent;
        firsts[runs] = from;
        ends[runs] = to;
        runs++;
    }

    /** Drops all rows. */
    public void clear() {
        Arrays.fill(sources, 0, runs, null);
        runs = 0;
        rows = 0;
        sizeBytes = EMPTY_VARIABLE;
    }

    /** Returns a copy that does not change when this list does. */
    RowList copy() {
        RowList copy = new RowList(type);
        copy.sources = Arrays.copyOf(sources, runs);
        copy.firsts = Arrays.copyOf(firsts, runs);
        copy.ends = Arrays.copyOf(ends, runs);
        copy.runs = runs;
        copy.rows = rows;
        copy.sizeBytes = sizeBytes;
        return copy;
    }

    /** Returns the number of runs. A run is rows that follow each other in an extent. */
    int runs() {
        return runs;
    }

    /** Returns the extent that has the rows of a run. */
    Extent source(int run) {
        return sources[run];
    }

    /** Returns the first row of a run. */
    int first(int run) {
        return firsts[run];
    }

    /** Returns the row after the last of a run. */
    int end(int run) {
        return ends[run];
    }

    /** Returns whether the rows are those of one extent, all of them in their order. */
    boolean isWhole() {
        return runs == 1 && firsts[0] == 0 && ends[0] == sources[0].rows();
    }

    /** Returns the columns of strings. */
    List<Column> strings() {
        return List.of(strings);
    }
}

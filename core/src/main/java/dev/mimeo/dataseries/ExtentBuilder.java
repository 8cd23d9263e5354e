package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.RecordLayout.Column;
import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Collects rows for an extent: {@link #addRow()}, then a setter per field, and so on, then {@link #build()}.
 *
 * <p>The fields of a new row are false, 0 or empty, and not null. Setters change the row added last, or the one gone to with
 * {@link #setRow}; setting a value makes it not null. The earlier value of a string takes memory until the extent is packed. To set a
 * field as another type than its own, or to null if it is not nullable, is an {@link IllegalArgumentException}. Not thread-safe.
 */
public final class ExtentBuilder {

    private static final int MAX_ARRAY = VariablePart.MAX_ARRAY;

    /** Copied over rows that are dropped, which is faster than filling them where little is compiled well. */
    private static final byte[] ZEROS = new byte[4096];

    /** The variable part starts with the length of the empty string. */
    private static final int EMPTY_VARIABLE = 4;

    private final ExtentType type;
    private final List<Column> columns;
    private final int recordSize;

    // The properties of the columns that setters need, side by side.
    private final FieldType[] types;
    private final int[] positions;
    private final int[] masks;
    private final int[] nullBytes;
    private final int[] nullMasks;

    /** The records; zeros behind them, which the fields of a new row are. */
    private byte[] fixed = new byte[1024];

    private byte[] variable = new byte[1024];
    private int rows;

    /** Position of the row that setters change. */
    private int record;

    /** No field behind this one of that row is null; -1 if none is. Most rows are set from the first field to the last. */
    private int lastNull = -1;

    private int fixedSize;
    private int variableSize = EMPTY_VARIABLE;

    /** Whether only an output adds rows, because it knows when an extent is full. */
    private final boolean ofOutput;

    /** Size of the strings before the row added last; 0 if others have got strings after it. */
    private int lastRowStrings = EMPTY_VARIABLE;

    /** Makes a builder without rows. */
    public ExtentBuilder(ExtentType type) {
        this(type, false);
    }

    /** Makes a builder without rows, of which only an {@link ExtentOutput} may add rows and clear them. */
    static ExtentBuilder ofOutput(ExtentType type) {
        return new ExtentBuilder(type, true);
    }

    private ExtentBuilder(ExtentType type, boolean ofOutput) {
        this.type = type;
        this.ofOutput = ofOutput;
        this.columns = type.layout().columns();
        this.recordSize = type.recordSize();
        this.types = columns.stream().map(Column::type).toArray(FieldType[]::new);
        this.positions = columns.stream().mapToInt(Column::position).toArray();
        this.masks = columns.stream().mapToInt(Column::mask).toArray();
        this.nullBytes = columns.stream().mapToInt(Column::nullByte).toArray();
        this.nullMasks = columns.stream().mapToInt(Column::nullMask).toArray();
    }

    /** Returns the type of the rows. */
    public ExtentType type() {
        return type;
    }

    /**
     * Adds a row.
     *
     * @throws IllegalStateException if the extent would exceed 2 GiB, or this is the builder of an {@link ExtentOutput}
     */
    public void addRow() {
        checkOwn();
        addRows(1);
    }

    private void checkOwn() {
        if (ofOutput) {
            throw new IllegalStateException(
                    "the rows of this builder are those of an ExtentOutput: add them with ExtentOutput.addRow");
        }
    }

    /**
     * Adds rows, of which setters change the last.
     *
     * @param count at least 0
     * @throws IllegalArgumentException if the count is negative
     * @throws IllegalStateException if the extent would exceed 2 GiB, or this is the builder of an {@link ExtentOutput}
     */
    public void createRows(int count) {
        checkOwn();
        if (count < 0) {
            throw new IllegalArgumentException("cannot add " + count + " rows");
        }
        if (count > 0) {
            addRows(count);
        }
    }

    /**
     * Goes to a row, which setters change until another is added or gone to.
     *
     * @param row from 0 to {@link #rows()} - 1
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public void setRow(int row) {
        record = Objects.checkIndex(row, rows) * recordSize;
        lastNull = Integer.MAX_VALUE;
    }

    /**
     * Adds rows, of which setters change the last.
     *
     * @return where the first of them starts in {@link #records()}
     */
    int addRows(int count) {
        long more = (long) recordSize * count;
        if (more > MAX_ARRAY - fixedSize || count > Integer.MAX_VALUE - rows) {
            throw new IllegalStateException("extent of type '" + type.name() + "' is full with " + rows + " rows");
        }
        int first = fixedSize;
        fixed = VariablePart.withRoom(fixed, first, (int) more);
        fixedSize = first + (int) more;
        record = fixedSize - recordSize;
        lastNull = -1;
        rows += count;
        lastRowStrings = variableSize;
        return first;
    }

    /** Returns the records, which may be written to until rows are added; there is another array then. */
    byte[] records() {
        lastNull = Integer.MAX_VALUE;
        return fixed;
    }

    /** Returns the bytes of the records added. */
    int recordBytes() {
        return fixedSize;
    }

    /** Returns the bytes of the strings added. */
    int stringBytes() {
        return variableSize;
    }

    /** Sets a {@link FieldType#BOOL} field. */
    public void setBoolean(int field, boolean value) {
        int at = valueAt(field, FieldType.BOOL);
        int mask = masks[field];
        putBits(at, mask, value ? mask : 0);
    }

    private void putBits(int at, int mask, int bits) {
        fixed[at] = (byte) ((fixed[at] & ~mask) | bits);
    }

    /** Sets a {@link FieldType#BYTE} field to the low eight bits of a value. */
    public void setByte(int field, int value) {
        fixed[valueAt(field, FieldType.BYTE)] = (byte) value;
    }

    /** Sets an {@link FieldType#INT32} field. */
    public void setInt(int field, int value) {
        LittleEndian.putInt(fixed, valueAt(field, FieldType.INT32), value);
    }

    /** Sets an {@link FieldType#INT64} field. */
    public void setLong(int field, long value) {
        LittleEndian.putLong(fixed, valueAt(field, FieldType.INT64), value);
    }

    /** Sets a {@link FieldType#DOUBLE} field to a value as stored, without an {@code opt_doublebase}. */
    public void setDouble(int field, double value) {
        LittleEndian.putLong(fixed, valueAt(field, FieldType.DOUBLE), Double.doubleToRawLongBits(value));
    }

    /** Sets a {@link FieldType#VARIABLE32} field to the UTF-8 bytes of a string. */
    public void setString(int field, String value) {
        check(field, FieldType.VARIABLE32);
        setBytes(field, value.getBytes(UTF_8));
    }

    /** Sets a {@link FieldType#VARIABLE32} or {@link FieldType#FIXEDWIDTH} field to the bytes of an array. */
    public void setBytes(int field, byte[] value) {
        setBytes(field, value, 0, value.length);
    }

    /**
     * Sets a {@link FieldType#VARIABLE32} or {@link FieldType#FIXEDWIDTH} field to bytes, which are copied.
     *
     * @throws IllegalArgumentException if the field is of a fixed width other than {@code length}
     * @throws IllegalStateException if the extent would exceed 2 GiB
     */
    public void setBytes(int field, byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        if (types[field] == FieldType.FIXEDWIDTH) {
            int at = valueAt(field, FieldType.FIXEDWIDTH);
            Column column = columns.get(field);
            if (length != column.width()) {
                throw FieldRefusals.width(column, length);
            }
            System.arraycopy(value, offset, fixed, at, length);
            return;
        }
        int at = valueAt(field, FieldType.VARIABLE32);
        LittleEndian.putInt(fixed, at, addString(value, offset, length));
    }

    /** Adds a string to the variable part and returns its offset there. */
    int addString(byte[] value, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int entry = reserve(length);
        VariablePart.append(variable, entry, value, offset, length, false);
        return entry;
    }

    /** Makes room for a string in the variable part and returns its offset there. */
    private int reserve(int length) {
        int entrySize = VariablePart.entrySize(length);
        if (entrySize < 0 || variableSize > MAX_ARRAY - entrySize) {
            throw new IllegalStateException(
                    "extent of type '" + type.name() + "' is full with " + variableSize + " bytes of strings");
        }
        variable = VariablePart.withRoom(variable, variableSize, entrySize);
        int entry = variableSize;
        variableSize += entrySize;
        if (record != fixedSize - recordSize) {
            lastRowStrings = 0;
        }
        return entry;
    }

    /**
     * Sets a {@link FieldType#VARIABLE32} field to zero bytes, which {@link #setPart} replaces piece by piece.
     *
     * @throws IllegalArgumentException if the length is negative
     * @throws IllegalStateException if the extent would exceed 2 GiB
     */
    public void setLength(int field, int length) {
        if (length < 0) {
            throw new IllegalArgumentException("a string cannot have " + length + " bytes");
        }
        int at = valueAt(field, FieldType.VARIABLE32);
        int entry = 0;
        if (length > 0) {
            entry = reserve(length);
            LittleEndian.putInt(variable, entry, length);
            Arrays.fill(variable, entry + Integer.BYTES, variableSize, (byte) 0);
        }
        LittleEndian.putInt(fixed, at, entry);
    }

    /**
     * Replaces bytes of the value of a {@link FieldType#VARIABLE32} field, whose length stays.
     *
     * @param position first byte to replace
     * @throws IndexOutOfBoundsException if the value has fewer bytes
     */
    public void setPart(int field, int position, byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        check(field, FieldType.VARIABLE32);
        int entry = LittleEndian.getInt(fixed, record + positions[field]);
        Objects.checkFromIndexSize(position, length, entry == 0 ? 0 : LittleEndian.getInt(variable, entry));
        System.arraycopy(value, offset, variable, entry + Integer.BYTES + position, length);
    }

    /** Sets a field of any type to null, or throws {@link IllegalArgumentException} if it is not nullable. */
    public void setNull(int field) {
        if (nullMasks[field] == 0 || rows == 0) {
            throw FieldRefusals.nullOf(type, columns.get(field));
        }
        markNull(field);
    }

    private void markNull(int field) {
        int mask = nullMasks[field];
        putBits(record + nullBytes[field], mask, mask);
        lastNull = Math.max(lastNull, field);
    }

    /** Returns the number of rows added. */
    public int rows() {
        return rows;
    }

    /** Returns the uncompressed size that {@link #build()} would give now, in bytes. */
    public long sizeBytes() {
        return (long) fixedSize + variableSize;
    }

    /** Returns an extent of the rows added. The builder keeps them; {@link #clear()} makes it ready for others. */
    public Extent build() {
        return build(rows, fixedSize, variableSize);
    }

    private Extent build(int rowCount, int recordBytes, int stringBytes) {
        return Extent.ofPlain(type, rowCount, Arrays.copyOf(fixed, recordBytes), Arrays.copyOf(variable, stringBytes));
    }

    /** Returns whether the strings of the row added last come after all others. */
    boolean canSplitLastRow() {
        return lastRowStrings > 0;
    }

    /** Returns an extent of all rows but the one added last, and drops these. */
    Extent splitLastRow() {
        int last = fixedSize - recordSize;
        Extent before = build(rows - 1, last, lastRowStrings);
        int strings = variableSize - lastRowStrings;
        System.arraycopy(fixed, last, fixed, 0, recordSize);
        System.arraycopy(variable, lastRowStrings, variable, EMPTY_VARIABLE, strings);
        for (Column column : columns) {
            boolean isString = column.type() == FieldType.VARIABLE32;
            int entry = isString ? LittleEndian.getInt(fixed, column.position()) : 0;
            if (entry != 0) {
                LittleEndian.putInt(fixed, column.position(), entry - lastRowStrings + EMPTY_VARIABLE);
            }
        }
        keep(1, strings);
        return before;
    }

    /**
     * Drops all rows, to use the builder and its memory for another extent.
     *
     * @throws IllegalStateException if this is the builder of an {@link ExtentOutput}
     */
    public void clear() {
        checkOwn();
        drop();
    }

    /** Drops all rows. */
    void drop() {
        keep(0, 0);
    }

    /** Drops all behind the first rows and bytes of strings. */
    private void keep(int keptRows, int strings) {
        for (int at = keptRows * recordSize; at < fixedSize; at += ZEROS.length) {
            System.arraycopy(ZEROS, 0, fixed, at, Math.min(ZEROS.length, fixedSize - at));
        }
        rows = keptRows;
        record = 0;
        fixedSize = keptRows * recordSize;
        variableSize = EMPTY_VARIABLE + strings;
        lastRowStrings = EMPTY_VARIABLE;
    }

    /**
     * Returns where the value of a field starts in the records, and makes it not null. The methods are small because the first
     * compiler of the virtual machine inlines 35 bytes at most.
     */
    private int valueAt(int field, FieldType wanted) {
        check(field, wanted);
        setNotNull(field);
        return record + positions[field];
    }

    private void check(int field, FieldType wanted) {
        if (types[field] != wanted || rows == 0) {
            throw FieldRefusals.value(columns.get(field), wanted);
        }
    }

    private void setNotNull(int field) {
        if (field <= lastNull) {
            // The mask of a field that is not nullable is 0, so nothing changes.
            putBits(record + nullBytes[field], nullMasks[field], 0);
        }
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A batch of rows of one type.
 *
 * <p>Columns are decoded when they are first asked for and kept; an extent of which two columns are read decodes two
 * columns, and what those are relative to. The arrays returned are shared: callers must not change them. A value whose
 * null flag is set is the value stored in its record, normally zero.
 *
 * <p>Immutable and thread-safe. Fields are given by their index in {@link ExtentType#fields()}; asking for a field as
 * another type than its own is an {@link IllegalArgumentException}, for one that the type does not have an {@link IndexOutOfBoundsException}.
 */
public final class Extent {

    private final ExtentType type;
    private final int rows;
    private final String source;
    private final long fileOffset;
    private final byte[] fixed;
    private final byte[] variable;
    private final boolean bigEndian;
    private final boolean packed;
    private final boolean whole;
    private final long sizeBytes;
    private final OptionalInt hash;
    private final AtomicReferenceArray<Object> values;
    private final AtomicReferenceArray<Object> nulls;

    /**
     * Makes an extent of records.
     *
     * @param source the source of the extent, or ""
     * @param fixed the records, one after the other
     * @param variable the strings, beginning with the empty string at offset 0; all offsets in the records are valid
     * @param packed whether the records are as stored in files, scaled and relative, or hold plain values
     * @param hash the checksum of records and strings as the format defines it, if it is known to be right
     */
    Extent(
            ExtentType type,
            int rows,
            String source,
            long fileOffset,
            byte[] fixed,
            byte[] variable,
            boolean bigEndian,
            boolean packed,
            OptionalInt hash) {
        this.type = type;
        this.rows = rows;
        this.source = source;
        this.fileOffset = fileOffset;
        this.fixed = fixed;
        this.variable = variable;
        this.bigEndian = bigEndian;
        this.packed = packed;
        this.whole = true;
        this.sizeBytes = (long) rows * type.recordSize() + variable.length;
        this.hash = hash;
        int columns = type.fields().size();
        this.values = new AtomicReferenceArray<>(columns);
        this.nulls = new AtomicReferenceArray<>(columns);
    }

    /** Makes an extent that is not from a file, of little-endian records that hold plain values. */
    static Extent ofPlain(ExtentType type, int rows, byte[] fixed, byte[] variable) {
        return new Extent(type, rows, "", -1, fixed, variable, false, false, OptionalInt.empty());
    }

    /**
     * Makes an extent of the unpacked parts of a stored one.
     *
     * @param hash the checksum of records and strings, if it was verified
     */
    static Extent ofStored(StoredExtent stored, byte[] fixed, byte[] variable, OptionalInt hash) {
        return new Extent(
                stored.type(),
                stored.header().rows(),
                stored.place().source(),
                stored.header().offset(),
                fixed,
                variable,
                stored.bigEndian(),
                true,
                hash);
    }

    /** Takes some columns of another extent. */
    private Extent(Extent whole, int[] fields) {
        this.type = whole.type;
        this.rows = whole.rows;
        this.source = whole.source;
        this.fileOffset = whole.fileOffset;
        this.fixed = new byte[0];
        this.variable = new byte[0];
        this.bigEndian = whole.bigEndian;
        this.packed = whole.packed;
        this.whole = false;
        this.sizeBytes = whole.sizeBytes;
        this.hash = OptionalInt.empty();
        int columns = type.fields().size();
        this.values = new AtomicReferenceArray<>(columns);
        this.nulls = new AtomicReferenceArray<>(columns);
        for (int field : fields) {
            values.set(field, whole.values(type.layout().columns().get(field)));
            nulls.set(field, whole.nulls(field));
        }
    }

    /**
     * Returns an extent of which only some columns can be asked for. They are decoded now, and it does not hold the
     * records; asking for another column is an {@link IllegalArgumentException}.
     */
    Extent only(int[] fields) {
        return new Extent(this, fields);
    }

    private Object values(Column column) {
        int field = column.field().index();
        return switch (column.type()) {
            case BOOL -> booleans(field);
            case BYTE -> bytes(field);
            case INT32 -> ints(field);
            case INT64 -> longs(field);
            case DOUBLE -> doubles(field);
            case VARIABLE32 -> variables(field);
            case FIXEDWIDTH -> fixedWidths(field).compact(rows);
        };
    }

    /** Returns the type of the rows. */
    public ExtentType type() {
        return type;
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** Returns the name of the file or other source that the extent was read from, or "" if it was not read. */
    public String source() {
        return source;
    }

    /** Returns where the extent starts in its file, in bytes, or -1 if it is not from a file. */
    public long fileOffset() {
        return fileOffset;
    }

    /** Returns the uncompressed size: the bytes of the records and of the strings with their lengths and padding. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Returns the values of a {@link FieldType#BOOL} field. */
    public boolean[] booleans(int field) {
        Column column = column(field, FieldType.BOOL);
        return (boolean[]) decoded(values, field, () -> decoder().bits(column.position(), column.mask()));
    }

    /** Returns the values of a {@link FieldType#BYTE} field; {@code value & 0xff} gives 0 to 255. */
    public byte[] bytes(int field) {
        Column column = column(field, FieldType.BYTE);
        return (byte[]) decoded(values, field, () -> decoder().bytes(column));
    }

    /** Returns the values of an {@link FieldType#INT32} field. */
    public int[] ints(int field) {
        Column column = column(field, FieldType.INT32);
        return (int[]) decoded(values, field, () -> decoder().ints(column));
    }

    /** Returns the values of an {@link FieldType#INT64} field. */
    public long[] longs(int field) {
        Column column = column(field, FieldType.INT64);
        return (long[]) decoded(values, field, () -> decoder().longs(column));
    }

    /** Returns the values of a {@link FieldType#DOUBLE} field as stored, without an {@code opt_doublebase}. */
    public double[] doubles(int field) {
        Column column = column(field, FieldType.DOUBLE);
        return (double[]) decoded(values, field, () -> decoder().doubles(column));
    }

    /** Returns the values of a {@link FieldType#VARIABLE32} field. */
    public VariableColumn variables(int field) {
        Column column = column(field, FieldType.VARIABLE32);
        return (VariableColumn) decoded(
                values, field, () -> new VariableColumn(variable, decoder().rawInts(column.position()), bigEndian));
    }

    /** Returns the values of a {@link FieldType#FIXEDWIDTH} field. */
    public FixedWidthColumn fixedWidths(int field) {
        Column column = column(field, FieldType.FIXEDWIDTH);
        return (FixedWidthColumn) decoded(
                values, field, () -> new FixedWidthColumn(fixed, column.position(), type.recordSize(), column.width()));
    }

    /** Returns which rows have no value in a field; all false if it is not nullable. */
    public boolean[] nulls(int field) {
        Column column = type.layout().columns().get(field);
        return (boolean[]) decoded(nulls, field, () -> decoder().bits(column.nullByte(), column.nullMask()));
    }

    /**
     * Returns whether a row has no value in a field.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public boolean isNull(int field, int row) {
        Column column = type.layout().columns().get(field);
        // Other bytes may follow the records.
        Objects.checkIndex(row, rows);
        if (!whole) {
            return nulls(field)[row];
        }
        return column.nullMask() != 0 && (fixed[row * type.recordSize() + column.nullByte()] & column.nullMask()) != 0;
    }

    /** Returns whether the values of a field are there without further work. */
    boolean isDecoded(int field) {
        return values.get(field) != null;
    }

    /** Returns the records; an array of decoded columns has none. Other bytes may follow. */
    byte[] fixed() {
        if (!whole) {
            throw new IllegalStateException("extent of type '" + type.name() + "' has only some of its columns");
        }
        return fixed;
    }

    byte[] variable() {
        return variable;
    }

    boolean bigEndian() {
        return bigEndian;
    }

    boolean packed() {
        return packed;
    }

    /** Returns the checksum of records and strings, if it was verified when the extent was read. */
    OptionalInt hash() {
        return hash;
    }

    private RecordUnpacker decoder() {
        return new RecordUnpacker(this);
    }

    private Column column(int field, FieldType wanted) {
        Column column = type.layout().columns().get(field);
        if (column.type() != wanted) {
            throw new IllegalArgumentException("field '" + column.field().name() + "' is of type "
                    + column.type().xmlName() + ", not " + wanted.xmlName());
        }
        return column;
    }

    // Two threads may decode the same column at the same time; both results are the same.
    private Object decoded(AtomicReferenceArray<Object> cache, int field, Supplier<Object> decode) {
        Object column = cache.get(field);
        if (column == null) {
            if (!whole) {
                throw new IllegalArgumentException(
                        "field '" + type.fields().get(field).name() + "' is not among those that are read");
            }
            column = decode.get();
            cache.set(field, column);
        }
        return column;
    }
}

package dev.mimeo.formats.internal.trace;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.VariableColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * The values of one row, between a line and an extent. Fields are given by their index. Byte strings are views of arrays,
 * which must stay as they are until the row is stored or printed. Not thread-safe.
 */
public final class RowValues {

    private static final byte[] EMPTY = {};

    private final ExtentType type;
    private final FieldType[] types;
    private final boolean[] nullable;
    private final long[] numbers;
    private final boolean[] absent;
    private final byte[][] arrays;
    private final int[] offsets;
    private final int[] lengths;

    /** The columns of the extent bound, each an array of its type or a {@link VariableColumn}. */
    private final Object[] columns;

    private final boolean[][] nulls;

    /** Makes a row of a type that has no fixedwidth fields, cleared. */
    public RowValues(ExtentType type) {
        this.type = type;
        List<Field> fields = type.fields();
        int count = fields.size();
        types = fields.stream().map(Field::type).toArray(FieldType[]::new);
        nullable = new boolean[count];
        for (Field field : fields) {
            nullable[field.index()] = field.nullable();
        }
        numbers = new long[count];
        absent = new boolean[count];
        arrays = new byte[count][];
        offsets = new int[count];
        lengths = new int[count];
        Arrays.fill(arrays, EMPTY);
        columns = new Object[count];
        nulls = new boolean[count][];
        clear();
    }

    /** Sets nullable fields to null and all others to zero or the empty string. */
    public void clear() {
        Arrays.fill(numbers, 0);
        System.arraycopy(nullable, 0, absent, 0, nullable.length);
        // Of an empty string the array does not matter.
        Arrays.fill(offsets, 0);
        Arrays.fill(lengths, 0);
    }

    /** Sets an integer, byte or bool field; a bool is true if not 0. */
    public void set(int field, long value) {
        numbers[field] = value;
        absent[field] = false;
    }

    /** Sets a bool field. */
    public void set(int field, boolean value) {
        set(field, value ? 1 : 0);
    }

    /** Sets a double field. */
    public void setDouble(int field, double value) {
        set(field, Double.doubleToRawLongBits(value));
    }

    /** Sets a variable32 field to bytes of an array, which are not copied. */
    public void set(int field, byte[] array, int offset, int length) {
        arrays[field] = array;
        offsets[field] = offset;
        lengths[field] = length;
        absent[field] = false;
    }

    /** Sets a nullable field to null. */
    public void setNull(int field) {
        absent[field] = true;
    }

    /** Returns whether a field is null. */
    public boolean isNull(int field) {
        return absent[field];
    }

    /** Returns an integer, byte or bool field; bytes are 0 to 255, integers signed. */
    public long number(int field) {
        return numbers[field];
    }

    /** Returns a bool field. */
    public boolean isTrue(int field) {
        return numbers[field] != 0;
    }

    /** Returns a double field. */
    public double real(int field) {
        return Double.longBitsToDouble(numbers[field]);
    }

    /** Returns the bytes of a variable32 field. */
    public int length(int field) {
        return lengths[field];
    }

    /** Writes a variable32 field. */
    public void writeTo(int field, OutputStream out) throws IOException {
        out.write(arrays[field], offsets[field], lengths[field]);
    }

    /** Prints a variable32 field. */
    public void append(int field, LineBuffer out) {
        out.append(arrays[field], offsets[field], lengths[field]);
    }

    /** Prints a variable32 field with one byte twice wherever it occurs. */
    public void appendDoubled(int field, char ascii, LineBuffer out) {
        byte[] array = arrays[field];
        int end = offsets[field] + lengths[field];
        for (int i = offsets[field]; i < end; i++) {
            out.append(array[i]);
            if (array[i] == ascii) {
                out.append(array[i]);
            }
        }
    }

    /** Prints a variable32 field in hexadecimal. */
    public void appendHex(int field, LineBuffer out) {
        out.appendHexBytes(arrays[field], offsets[field], lengths[field]);
    }

    /** Returns whether a variable32 field holds certain bytes. */
    public boolean is(int field, byte[] value) {
        int offset = offsets[field];
        return Arrays.equals(arrays[field], offset, offset + lengths[field], value, 0, value.length);
    }

    /** Adds the values as a row. */
    public void store(ExtentBuilder rows) {
        rows.addRow();
        for (int field = 0; field < types.length; field++) {
            if (absent[field]) {
                rows.setNull(field);
                continue;
            }
            long number = numbers[field];
            switch (types[field]) {
                case BOOL -> rows.setBoolean(field, number != 0);
                case BYTE -> rows.setByte(field, (int) number);
                case INT32 -> rows.setInt(field, (int) number);
                case INT64 -> rows.setLong(field, number);
                case DOUBLE -> rows.setDouble(field, Double.longBitsToDouble(number));
                default -> rows.setBytes(field, arrays[field], offsets[field], lengths[field]);
            }
        }
    }

    /**
     * Starts to take values from an extent.
     *
     * @throws DataSeriesException if its fields are not those of the type
     */
    public void bind(Extent extent) throws DataSeriesException {
        TraceTypes.check(extent, type);
        for (int field = 0; field < types.length; field++) {
            nulls[field] = extent.nulls(field);
            columns[field] = switch (types[field]) {
                case BOOL -> extent.booleans(field);
                case BYTE -> extent.bytes(field);
                case INT32 -> extent.ints(field);
                case INT64 -> extent.longs(field);
                case DOUBLE -> extent.doubles(field);
                default -> extent.variables(field);
            };
        }
    }

    /** Takes the values of a row of the extent bound. */
    public void load(int row) {
        for (int field = 0; field < types.length; field++) {
            absent[field] = nulls[field][row];
            if (absent[field]) {
                continue;
            }
            switch (types[field]) {
                case BOOL -> numbers[field] = ((boolean[]) columns[field])[row] ? 1 : 0;
                case BYTE -> numbers[field] = ((byte[]) columns[field])[row] & 0xff;
                case INT32 -> numbers[field] = ((int[]) columns[field])[row];
                case INT64 -> numbers[field] = ((long[]) columns[field])[row];
                case DOUBLE -> setDouble(field, ((double[]) columns[field])[row]);
                default -> {
                    VariableColumn strings = (VariableColumn) columns[field];
                    set(field, strings.array(), strings.offset(row), strings.length(row));
                }
            }
        }
    }
}

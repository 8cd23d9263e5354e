package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.VariableColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns of a table by the names that they have now; the first two generations have dashes where there are
 * underscores now.
 */
final class RowColumns {

    /** Unit of a time column whose attributes do not declare it. */
    enum Times {
        NANOSECONDS,
        FRACTION32
    }

    private static final long NANOS = 1_000_000_000L;

    private final ExtentType type;
    private final Set<String> wanted;

    /** @param wanted names of the columns that are needed; the others are not looked for */
    RowColumns(ExtentType type, Set<String> wanted) {
        this.type = type;
        this.wanted = wanted;
    }

    /** Returns the index of a column; -1 if it is not wanted or the type does not have it. */
    private int indexOf(String name) {
        if (!wanted.contains(name)) {
            return -1;
        }
        if (type.hasField(name)) {
            return type.indexOf(name);
        }
        String old = name.replace('_', '-');
        return type.hasField(old) ? type.indexOf(old) : -1;
    }

    /** Returns the indexes of all columns that are wanted and there. */
    int[] indexes() {
        List<Integer> found = new ArrayList<>();
        for (String name : wanted) {
            int index = indexOf(name);
            if (index >= 0) {
                found.add(index);
            }
        }
        return found.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /** Returns the index of a column; -1 if it is neither there nor wanted. */
    private int required(Extent extent, String name, FieldType expected) throws DataSeriesException {
        if (indexOf(name) < 0 && wanted.contains(name)) {
            throw new DataSeriesException(
                    extent.source(),
                    extent.fileOffset(),
                    -1,
                    "no column '" + name + "'",
                    "type '" + type.name() + "' is not a table of a trace");
        }
        return optional(extent, name, expected);
    }

    /** Returns the index of a column; -1 without it. */
    private int optional(Extent extent, String name, FieldType expected) throws DataSeriesException {
        int index = indexOf(name);
        if (index < 0) {
            return -1;
        }
        FieldType found = type.fields().get(index).type();
        if (found != expected) {
            throw new DataSeriesException(
                    extent.source(),
                    extent.fileOffset(),
                    -1,
                    "column '" + name + "' of type '" + type.name() + "' is of type " + found.xmlName(),
                    "expected " + expected.xmlName());
        }
        return index;
    }

    long[] longs(Extent extent, String name) throws DataSeriesException {
        int index = required(extent, name, FieldType.INT64);
        return index < 0 ? new long[0] : extent.longs(index);
    }

    int[] ints(Extent extent, String name) throws DataSeriesException {
        int index = required(extent, name, FieldType.INT32);
        return index < 0 ? new int[0] : extent.ints(index);
    }

    /** Returns the numbers of a column that not all generations have; none without it. */
    int[] optionalInts(Extent extent, String name) throws DataSeriesException {
        int index = optional(extent, name, FieldType.INT32);
        return index < 0 ? new int[0] : extent.ints(index);
    }

    /** Returns the numbers of a column that not all generations have; none without it. */
    long[] optionalLongs(Extent extent, String name) throws DataSeriesException {
        int index = optional(extent, name, FieldType.INT64);
        return index < 0 ? new long[0] : extent.longs(index);
    }

    /** Returns the numbers of a column that not all generations have; none without it. */
    byte[] optionalBytes(Extent extent, String name) throws DataSeriesException {
        int index = optional(extent, name, FieldType.BYTE);
        return index < 0 ? new byte[0] : extent.bytes(index);
    }

    boolean[] booleans(Extent extent, String name) throws DataSeriesException {
        int index = required(extent, name, FieldType.BOOL);
        return index < 0 ? new boolean[0] : extent.booleans(index);
    }

    byte[] bytes(Extent extent, String name) throws DataSeriesException {
        int index = required(extent, name, FieldType.BYTE);
        return index < 0 ? new byte[0] : extent.bytes(index);
    }

    @Nullable VariableColumn variables(Extent extent, String name) throws DataSeriesException {
        int index = required(extent, name, FieldType.VARIABLE32);
        return index < 0 ? null : extent.variables(index);
    }

    /** Returns which rows have no value; all where the column is missing, null where all rows have one. */
    boolean @Nullable [] nulls(Extent extent, String name) {
        int index = indexOf(name);
        if (index < 0) {
            boolean[] all = new boolean[extent.rows()];
            Arrays.fill(all, true);
            return all;
        }
        return type.fields().get(index).nullable() ? extent.nulls(index) : null;
    }

    /** Tells what the numbers of a column of packet times count: as it says itself, else by the generation of the type. */
    Times times(String name) {
        int index = indexOf(name);
        if (index >= 0) {
            Field field = type.fields().get(index);
            String units = field.attribute("units");
            if (units != null) {
                return units.equals("nanoseconds") ? Times.NANOSECONDS : Times.FRACTION32;
            }
        }
        return type.majorVersion() == 0 ? Times.NANOSECONDS : Times.FRACTION32;
    }

    /** Returns the number of units in a second. */
    static double perSecond(Times times) {
        return times == Times.NANOSECONDS ? NANOS : 0x1p32;
    }

    /** Returns nanoseconds since 1970, rounded down; 2^-32 s are unsigned, valid up to 2106. */
    static long nanos(long raw, Times times) {
        return times == Times.NANOSECONDS ? raw : (raw >>> 32) * NANOS + (((raw & 0xffffffffL) * NANOS) >>> 32);
    }
}

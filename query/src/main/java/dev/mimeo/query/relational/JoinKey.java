package dev.mimeo.query.relational;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.FixedWidthColumn;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;
import java.util.List;

/**
 * The values of an extent that rows are joined by. Integers of all types are equal if their values are, strings of both
 * types if their bytes are; the two zeros are equal, and NaN equals itself. For one thread at a time.
 */
final class JoinKey {

    /** Class of field types whose values are comparable with each other. */
    enum Kind {
        BOOL,
        INTEGER,
        DOUBLE,
        STRING;

        static Kind of(Field field) {
            return switch (field.type()) {
                case BOOL -> BOOL;
                case BYTE, INT32, INT64 -> INTEGER;
                case DOUBLE -> DOUBLE;
                case VARIABLE32, FIXEDWIDTH -> STRING;
            };
        }
    }

    private final Field[] fields;
    private final Part[] parts;
    private long[] hashes = {};

    /** Rows with a null in one of the fields; empty if there are none. */
    private boolean[] nulls = {};

    /** A column: numbers as integers that are equal if the numbers are, or strings. */
    private static final class Part {
        private long[] numbers = {};
        private int[] offsets = {};
        private int[] lengths = {};
        private byte[] array = {};
    }

    JoinKey(ExtentType type, List<String> names) {
        this.fields = names.stream()
                .map(name -> type.fields().get(type.indexOf(name)))
                .toArray(Field[]::new);
        this.parts = new Part[fields.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new Part();
        }
    }

    /** Takes the values of an extent. */
    void bind(Extent extent) {
        int rows = extent.rows();
        if (hashes.length < rows) {
            hashes = new long[rows];
        }
        Arrays.fill(hashes, 0, rows, 0);
        nulls = new boolean[0];
        for (int i = 0; i < fields.length; i++) {
            Field field = fields[i];
            if (field.nullable()) {
                addNulls(extent.nulls(field.index()), rows);
            }
            if (Kind.of(field) == Kind.STRING) {
                bindStrings(extent, field, parts[i]);
            } else {
                bindNumbers(extent, field, parts[i]);
            }
        }
    }

    private void addNulls(boolean[] more, int rows) {
        if (nulls.length == 0) {
            nulls = Arrays.copyOf(more, rows);
        } else {
            for (int row = 0; row < rows; row++) {
                nulls[row] |= more[row];
            }
        }
    }

    private void bindNumbers(Extent extent, Field field, Part part) {
        int rows = extent.rows();
        int index = field.index();
        if (part.numbers.length < rows) {
            part.numbers = new long[rows];
        }
        long[] numbers = part.numbers;
        switch (field.type()) {
            case BOOL -> {
                boolean[] column = extent.booleans(index);
                for (int row = 0; row < rows; row++) {
                    numbers[row] = column[row] ? 1 : 0;
                }
            }
            case BYTE -> {
                byte[] column = extent.bytes(index);
                for (int row = 0; row < rows; row++) {
                    numbers[row] = column[row] & 0xff;
                }
            }
            case INT32 -> {
                int[] column = extent.ints(index);
                for (int row = 0; row < rows; row++) {
                    numbers[row] = column[row];
                }
            }
            case INT64 -> System.arraycopy(extent.longs(index), 0, numbers, 0, rows);
            default -> {
                double[] column = extent.doubles(index);
                for (int row = 0; row < rows; row++) {
                    // Adding zero makes the two zeros one.
                    numbers[row] = Double.doubleToLongBits(column[row] + 0.0);
                }
            }
        }
        for (int row = 0; row < rows; row++) {
            hashes[row] = mixed(hashes[row], numbers[row]);
        }
    }

    private static long mixed(long hash, long value) {
        long product = Mixing.fibonacci64(hash ^ value);
        return product ^ (product >>> 32);
    }

    private void bindStrings(Extent extent, Field field, Part part) {
        int rows = extent.rows();
        if (part.offsets.length < rows) {
            part.offsets = new int[rows];
            part.lengths = new int[rows];
        }
        if (field.type() == FieldType.VARIABLE32) {
            VariableColumn column = extent.variables(field.index());
            part.array = column.array();
            for (int row = 0; row < rows; row++) {
                part.offsets[row] = column.offset(row);
                part.lengths[row] = column.length(row);
            }
        } else {
            FixedWidthColumn column = extent.fixedWidths(field.index());
            part.array = column.array();
            for (int row = 0; row < rows; row++) {
                part.offsets[row] = column.offset(row);
                part.lengths[row] = column.width();
            }
        }
        byte[] array = part.array;
        for (int row = 0; row < rows; row++) {
            long hash = Mixing.fnv1a64(array, part.offsets[row], part.lengths[row]);
            hashes[row] = mixed(hashes[row], hash);
        }
    }

    /** Returns whether a row has no key, as a value of it is null. */
    boolean isNull(int row) {
        return nulls.length > 0 && nulls[row];
    }

    /** Returns a number that rows with equal keys have in common; its upper bits are the best. */
    long hash(int row) {
        return Mixing.fibonacci64(hashes[row]);
    }

    /** Compares a row with one of another extent; both must have a key. */
    boolean equals(int row, JoinKey other, int otherRow) {
        for (int i = 0; i < parts.length; i++) {
            Part part = parts[i];
            Part otherPart = other.parts[i];
            if (part.numbers.length > 0) {
                if (part.numbers[row] != otherPart.numbers[otherRow]) {
                    return false;
                }
            } else if (!Arrays.equals(
                    part.array,
                    part.offsets[row],
                    part.offsets[row] + part.lengths[row],
                    otherPart.array,
                    otherPart.offsets[otherRow],
                    otherPart.offsets[otherRow] + otherPart.lengths[otherRow])) {
                return false;
            }
        }
        return true;
    }

    /** Returns the bytes of memory that the values of a row take here. */
    long rowBytes() {
        long bytes = Long.BYTES;
        for (Field field : fields) {
            bytes += (Kind.of(field) == Kind.STRING ? 2 * Integer.BYTES : Long.BYTES) + (field.nullable() ? 1 : 0);
        }
        return bytes;
    }
}

package dev.mimeo.dataseries;

import java.util.List;

/**
 * Positions and packing of the columns of a type in its records.
 *
 * @param columns the visible columns, in the order of the fields
 * @param recordSize bytes of a record
 * @param boolBytes bytes of a record, from its start, that hold bits; only defined with the small-to-big ordering
 * @param nullCompact whether null values are left out of the stored fixed part
 * @param problem why extents of this type can neither be read nor written; empty if they can
 */
record RecordLayout(List<Column> columns, int recordSize, int boolBytes, boolean nullCompact, String problem) {

    /** Attributes of one visible field, before the layout is known. */
    record Packing(Field field, boolean unique, double scale, int relativeTo) {}

    /** Attributes of a type that decide the layout of its records. */
    record Options(boolean nullCompact, boolean padToMaxColumn, boolean bigToSmall) {}

    /**
     * A visible column.
     *
     * @param position byte of the value in the record; for a bool the byte that holds its bit
     * @param mask the bit of a bool; 0 for other types
     * @param nullByte byte that holds the null bit
     * @param nullMask the null bit; 0 if the column is not nullable
     * @param unique whether equal strings are stored once per extent
     * @param scale unit of a scaled double; 0 if not scaled
     * @param relativeTo index of the column whose value is subtracted, the column's own for the row before; -1 for none
     */
    record Column(
            Field field,
            int position,
            int mask,
            int nullByte,
            int nullMask,
            boolean unique,
            double scale,
            int relativeTo) {

        FieldType type() {
            return field.type();
        }

        boolean selfRelative() {
            return relativeTo == field.index();
        }

        boolean otherRelative() {
            return relativeTo >= 0 && relativeTo != field.index();
        }

        boolean scaled() {
            return scale != 0;
        }

        /** Bytes of the value in the record; 0 for a bool. */
        int width() {
            return type() == FieldType.FIXEDWIDTH ? field.size() : type().recordBytes();
        }
    }

    /**
     * Lays out the columns.
     *
     * @throws ArithmeticException if the record would not fit into 2 GiB
     */
    static RecordLayout of(List<Packing> fields, Options options) {
        return new LayoutPlan(fields, options).layout();
    }

    /** Fewest bytes that a record takes in the stored fixed part. */
    int minStoredRecordSize() {
        if (!nullCompact) {
            return recordSize;
        }
        int size = boolBytes;
        for (Column column : columns) {
            if (column.nullMask() == 0) {
                size += column.width();
            }
        }
        return size;
    }
}

package dev.mimeo.dataseries;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies rows of extents to extents under construction.
 *
 * <p>Between equal types a row is copied as it is. Otherwise a field of the target takes the field of the same name, or
 * the one it is renamed from, converted where the types differ: numbers and bools from one to another (0 is false), to and
 * from text; doubles keep their absolute value whatever the {@code opt_doublebase}s are. Null stays null; where the target
 * is not nullable it becomes false, 0 or empty. A field that the source does not have is null in the target, or false, 0
 * or empty if it is not nullable.
 *
 * <p>Nothing is allocated per row unless text is converted. Not thread-safe.
 */
public final class RowCopier {

    private final ExtentType target;
    private final Map<String, String> sourceNames;
    private final List<Integer> missing = new ArrayList<>();
    private final int[] oneRow = new int[1];

    private @Nullable ExtentType sourceType;
    private @Nullable Extent source;
    private boolean wholeRecords;

    /** Of all fields that are copied. */
    private ColumnCopier[] columns = {};

    /** Of the fields whose stored values are not those of new records. */
    private ColumnCopier[] rewritten = {};

    private ColumnCopier[] strings = {};

    /** Makes a copier to rows of a type, fields by their names. */
    public RowCopier(ExtentType target) {
        this(target, Map.of());
    }

    /**
     * Makes a copier that renames fields.
     *
     * @param sourceNames names of source fields by the names of the target fields that take them; all other target
     *     fields take the source field of their own name
     * @throws IllegalArgumentException if the target does not have one of the fields
     */
    public RowCopier(ExtentType target, Map<String, String> sourceNames) {
        this.target = target;
        this.sourceNames = Map.copyOf(sourceNames);
        sourceNames.keySet().forEach(target::indexOf);
    }

    /** Returns the type of the rows that this copier makes. */
    public ExtentType target() {
        return target;
    }

    /**
     * Adds a copy of a row to a builder.
     *
     * @throws IllegalArgumentException if the builder is of another type than this copier's target, or a renamed source
     *     field does not exist
     * @throws DataSeriesException if a value cannot be converted to the type of its target field
     * @throws IllegalStateException if the extent under construction would exceed 2 GiB
     */
    public void copy(Extent extent, int row, ExtentBuilder builder) throws DataSeriesException {
        oneRow[0] = row;
        copy(extent, oneRow, 0, 1, builder);
    }

    /**
     * Adds copies of some rows to a builder, column by column, which is faster than row by row.
     *
     * @param rows row numbers; those from {@code begin} up to, but not including, {@code end} are copied
     * @throws IllegalArgumentException as {@link #copy(Extent, int, ExtentBuilder)} does
     * @throws DataSeriesException if a value cannot be converted to the type of its target field
     * @throws IllegalStateException if the extent under construction would exceed 2 GiB
     */
    public void copy(Extent extent, int[] rows, int begin, int end, ExtentBuilder builder) throws DataSeriesException {
        if (!builder.type().equals(target)) {
            throw new IllegalArgumentException(
                    "builder is of type '" + builder.type().name() + "', the copier makes '" + target.name() + "'");
        }
        if (begin >= end) {
            return;
        }
        bind(extent);
        int first = builder.addRows(end - begin);
        try {
            if (wholeRecords) {
                copyRecords(extent, rows, begin, end, builder, first);
            } else {
                for (ColumnCopier column : columns) {
                    column.copy(rows, begin, end, builder, first);
                }
                setMissing(builder, first, end - begin);
            }
        } catch (IllegalArgumentException e) {
            throw failed(extent, e);
        }
    }

    static DataSeriesException failed(Extent extent, IllegalArgumentException e) {
        return new DataSeriesException(
                extent.source(),
                extent.fileOffset(),
                -1,
                "cannot copy rows of type '" + extent.type().name() + "'",
                String.valueOf(e.getMessage()));
    }

    private void copyRecords(Extent extent, int[] rows, int begin, int end, ExtentBuilder builder, int first) {
        int size = target.recordSize();
        byte[] from = extent.fixed();
        byte[] to = builder.records();
        for (int i = begin, at = first; i < end; i++, at += size) {
            System.arraycopy(from, rows[i] * size, to, at, size);
        }
        for (ColumnCopier column : rewritten) {
            column.copyValues(rows, begin, end, builder, first + column.to.position(), size, null);
        }
    }

    private void setMissing(ExtentBuilder builder, int first, int count) {
        byte[] records = builder.records();
        int size = target.recordSize();
        for (int field : missing) {
            RecordLayout.Column column = target.layout().columns().get(field);
            for (int i = 0, at = first + column.nullByte(); i < count; i++, at += size) {
                records[at] = (byte) (records[at] | column.nullMask());
            }
        }
    }

    /**
     * Returns the uncompressed size that the copy of a row would have: its record and its strings. Strings made from
     * values of other types are not counted.
     */
    public long sizeBytes(Extent extent, int row) {
        bind(extent);
        return rowBytes(row);
    }

    private long rowBytes(int row) {
        long bytes = target.recordSize();
        for (ColumnCopier column : strings) {
            bytes += column.stringBytes(row);
        }
        return bytes;
    }

    private void bind(Extent extent) {
        if (extent == source) {
            return;
        }
        // Should a column fail to decode, nothing half bound is used.
        source = null;
        ExtentType type = extent.type();
        if (sourceType == null || !type.equals(sourceType)) {
            sourceType = null;
            resolve(type);
            sourceType = type;
        }
        wholeRecords = type.equals(target) && !extent.bigEndian() && sourceNames.isEmpty();
        if (wholeRecords) {
            for (ColumnCopier column : rewritten) {
                column.bind(extent);
            }
        } else {
            for (ColumnCopier column : columns) {
                column.bind(extent);
            }
        }
        source = extent;
    }

    private void resolve(ExtentType type) {
        List<ColumnCopier> found = new ArrayList<>();
        missing.clear();
        for (RecordLayout.Column to : target.layout().columns()) {
            String renamed = sourceNames.get(to.field().name());
            String name = renamed == null ? to.field().name() : renamed;
            if (renamed != null || type.hasField(name)) {
                found.add(ColumnCopier.of(type.fields().get(type.indexOf(name)), to));
            } else if (to.nullMask() != 0) {
                missing.add(to.field().index());
            }
        }
        columns = found.toArray(ColumnCopier[]::new);
        rewritten = found.stream()
                .filter(column ->
                        column.to.type() == FieldType.VARIABLE32 || column.to.relativeTo() >= 0 || column.to.scaled())
                .toArray(ColumnCopier[]::new);
        strings = found.stream()
                .filter(column ->
                        column.from.type() == FieldType.VARIABLE32 && column.to.type() == FieldType.VARIABLE32)
                .toArray(ColumnCopier[]::new);
    }
}

package dev.mimeo.dataseries;

import java.util.Map;
import java.util.Objects;

/**
 * Copies rows of extents to extents under construction.
 *
 * <p>Between equal types a row is copied as it is. Otherwise a field of the target takes the field of the same name, or
 * the one it is renamed from, converted where the types differ: numbers and bools from one to another (0 is false), to and
 * from text; doubles keep their absolute value whatever the {@code opt_doublebase}s are. {@link #inexact()} counts numbers
 * that became others. Null stays null; where the target is not nullable it becomes false, 0 or empty. A field that the
 * source does not have is null in the target, or false, 0 or empty if it is not nullable.
 *
 * <p>Nothing is allocated per row unless text is converted. Not thread-safe.
 */
public final class RowCopier {

    private final ColumnBinding binding;
    private final int[] oneRow = new int[1];

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
        this.binding = ColumnBinding.byName(target, sourceNames);
    }

    /** Returns the type of the rows that this copier makes. */
    public ExtentType target() {
        return binding.target();
    }

    /**
     * Adds a copy of a row to a builder.
     *
     * @throws IllegalArgumentException if the builder is of another type than this copier's target, or a renamed source
     *     field does not exist
     * @throws IndexOutOfBoundsException if the extent does not have the row; the builder stays as it is
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
     * @throws IndexOutOfBoundsException if the extent does not have one of the rows; the builder stays as it is
     * @throws DataSeriesException if a value cannot be converted to the type of its target field
     * @throws IllegalStateException if the extent under construction would exceed 2 GiB
     */
    public void copy(Extent extent, int[] rows, int begin, int end, ExtentBuilder builder) throws DataSeriesException {
        if (!builder.type().equals(target())) {
            throw new IllegalArgumentException(
                    "builder is of type '" + builder.type().name() + "', the copier makes '" + target().name() + "'");
        }
        if (begin >= end) {
            return;
        }
        // Before the rows are added, as this may fail.
        for (int i = begin; i < end; i++) {
            Objects.checkIndex(rows[i], extent.rows());
        }
        binding.bind(extent);
        binding.copy(extent, rows, begin, end, builder, builder.addRows(end - begin));
    }

    /**
     * Returns how many values were copied so far to another number, because their new type does not have theirs: those of type int64
     * became the nearest double, and doubles lost their fraction where an integer is wanted.
     *
     * @return the counts by the names of fields of the target; fields without such values are absent
     */
    public Map<String, Long> inexact() {
        return binding.inexact();
    }

    /**
     * Returns the uncompressed size that the copy of a row would have: its record and its strings. Strings made from
     * values of other types are not counted.
     */
    public long sizeBytes(Extent extent, int row) {
        return target().recordSize() + binding.stringBytes(extent, row);
    }
}

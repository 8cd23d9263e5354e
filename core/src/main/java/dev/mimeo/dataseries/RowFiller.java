package dev.mimeo.dataseries;

import java.util.Map;

/**
 * Sets some fields of rows under construction from rows of extents. So a row is put together from several extents: it is
 * added to a builder, and filled from each of them.
 *
 * <p>Values are converted as by {@link RowCopier}. Nothing is allocated per row unless text is converted. Not thread-safe.
 */
public final class RowFiller {

    private final ColumnBinding binding;

    /**
     * Makes a filler.
     *
     * @param sourceNames names of source fields by the names of the fields that take them; all others are left alone
     * @throws IllegalArgumentException if the target does not have one of the fields
     */
    public RowFiller(ExtentType target, Map<String, String> sourceNames) {
        this.binding = ColumnBinding.ofNamed(target, sourceNames);
    }

    /**
     * Sets the fields in the rows that were added last, column by column. They must not have been set before.
     *
     * @param rows row numbers; the one at {@code count - 1} goes to the row added last, the one before it to the row
     *     before that, and so on
     * @throws IllegalArgumentException if the builder is of another type than the target, or a source field does not exist
     * @throws DataSeriesException if a value cannot be converted to the type of its target field
     * @throws IllegalStateException if the extent under construction would exceed 2 GiB
     */
    public void fill(Extent extent, int[] rows, int count, ExtentBuilder builder) throws DataSeriesException {
        ExtentType target = binding.target();
        if (!builder.type().equals(target)) {
            throw new IllegalArgumentException(
                    "builder is of type '" + builder.type().name() + "', not '" + target.name() + "'");
        }
        if (count > builder.rows()) {
            throw new IllegalArgumentException(builder.rows() + " rows are there, " + count + " are to be filled");
        }
        binding.copy(extent, rows, 0, count, builder, builder.recordBytes() - count * target.recordSize());
    }

    /**
     * Returns the bytes that the strings of a row take in an extent. Strings made from values of other types are not
     * counted.
     */
    public long stringBytes(Extent extent, int row) {
        return binding.stringBytes(extent, row);
    }
}

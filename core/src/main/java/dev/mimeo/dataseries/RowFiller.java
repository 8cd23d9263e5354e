package dev.mimeo.dataseries;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sets some fields of rows under construction from rows of extents. So a row is put together from several extents: it is
 * added to a builder, and filled from each of them.
 *
 * <p>Values are converted as by {@link RowCopier}. Nothing is allocated per row unless text is converted. Not thread-safe.
 */
public final class RowFiller {

    private final ExtentType target;
    private final Map<String, String> sourceNames;

    private @Nullable ExtentType sourceType;
    private @Nullable Extent source;
    private ColumnCopier[] columns = {};

    /**
     * Makes a filler.
     *
     * @param sourceNames names of source fields by the names of the fields that take them; all others are left alone
     * @throws IllegalArgumentException if the target does not have one of the fields
     */
    public RowFiller(ExtentType target, Map<String, String> sourceNames) {
        this.target = target;
        this.sourceNames = Map.copyOf(sourceNames);
        sourceNames.keySet().forEach(target::indexOf);
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
        if (!builder.type().equals(target)) {
            throw new IllegalArgumentException(
                    "builder is of type '" + builder.type().name() + "', not '" + target.name() + "'");
        }
        if (count > builder.rows()) {
            throw new IllegalArgumentException(builder.rows() + " rows are there, " + count + " are to be filled");
        }
        bind(extent);
        int first = builder.recordBytes() - count * target.recordSize();
        try {
            for (ColumnCopier column : columns) {
                column.copy(rows, 0, count, builder, first);
            }
        } catch (IllegalArgumentException e) {
            throw RowCopier.failed(extent, e);
        }
    }

    /**
     * Returns the bytes that the strings of a row take in an extent. Strings made from values of other types are not
     * counted.
     */
    public long stringBytes(Extent extent, int row) {
        bind(extent);
        long bytes = 0;
        for (ColumnCopier column : columns) {
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
            List<ColumnCopier> found = new ArrayList<>();
            for (RecordLayout.Column to : target.layout().columns()) {
                String name = sourceNames.get(to.field().name());
                if (name != null) {
                    found.add(ColumnCopier.of(type.fields().get(type.indexOf(name)), to));
                }
            }
            columns = found.toArray(ColumnCopier[]::new);
            sourceType = type;
        }
        for (ColumnCopier column : columns) {
            column.bind(extent);
        }
        source = extent;
    }
}

package dev.mimeo.dataseries;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns that are copied to rows of a type, bound to one extent after the other; found anew where the type of these
 * changes. Not thread-safe.
 */
final class ColumnBinding {

    private final ExtentType target;
    private final Map<String, String> sourceNames;
    private final boolean byName;

    private @Nullable ExtentType sourceType;
    private @Nullable Extent source;
    private boolean wholeRecords;

    private ColumnCopier[] columns = {};

    /** Those of the columns whose stored values are not those of new records. */
    private ColumnCopier[] rewritten = {};

    /** Inexact copies by columns of earlier types, by the name of their field. */
    private final Map<String, Long> inexactBefore = new HashMap<>();

    /** Nullable fields of the target that take none of the source. */
    private RecordLayout.Column[] missing = {};

    /**
     * Makes a binding of all fields.
     *
     * @param sourceNames names of source fields by the names of the target fields that take them; all others take the one of
     *     their own name, where there is one
     * @throws IllegalArgumentException if the target does not have one of the fields
     */
    static ColumnBinding byName(ExtentType target, Map<String, String> sourceNames) {
        return new ColumnBinding(target, sourceNames, true);
    }

    /**
     * Makes a binding of some fields; parameters and exceptions as for {@link #byName}, but other fields take none.
     */
    static ColumnBinding ofNamed(ExtentType target, Map<String, String> sourceNames) {
        return new ColumnBinding(target, sourceNames, false);
    }

    private ColumnBinding(ExtentType target, Map<String, String> sourceNames, boolean byName) {
        this.target = target;
        this.sourceNames = Map.copyOf(sourceNames);
        this.byName = byName;
        sourceNames.keySet().forEach(target::indexOf);
    }

    ExtentType target() {
        return target;
    }

    /**
     * Goes to an extent.
     *
     * @throws IllegalArgumentException if it lacks one of the source fields named
     */
    void bind(Extent extent) {
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
        wholeRecords = byName && sourceNames.isEmpty() && !extent.bigEndian() && type.equals(target);
        for (ColumnCopier column : wholeRecords ? rewritten : columns) {
            column.bind(extent);
        }
        source = extent;
    }

    private void resolve(ExtentType type) {
        List<ColumnCopier> found = new ArrayList<>();
        List<RecordLayout.Column> without = new ArrayList<>();
        for (RecordLayout.Column to : target.layout().columns()) {
            String own = to.field().name();
            String name = sourceNames.get(own);
            if (name == null && byName && type.hasField(own)) {
                name = own;
            }
            if (name != null) {
                found.add(ColumnCopier.of(type.fields().get(type.indexOf(name)), to));
            } else if (byName && to.nullMask() != 0) {
                without.add(to);
            }
        }
        addInexact(inexactBefore);
        columns = found.toArray(ColumnCopier[]::new);
        rewritten = found.stream()
                .filter(column ->
                        column.to.type() == FieldType.VARIABLE32 || column.to.relativeTo() >= 0 || column.to.scaled())
                .toArray(ColumnCopier[]::new);
        missing = without.toArray(RecordLayout.Column[]::new);
    }

    /**
     * Copies rows of an extent to records that hold zeros.
     *
     * @param rows row numbers; those from {@code begin} up to, but not including, {@code end} are copied
     * @param first position of the first record in those of the builder
     * @throws DataSeriesException if a value cannot be converted to the type of its target field
     */
    void copy(Extent extent, int[] rows, int begin, int end, ExtentBuilder builder, int first)
            throws DataSeriesException {
        bind(extent);
        try {
            if (wholeRecords) {
                copyRecords(extent, rows, begin, end, builder, first);
                return;
            }
            for (ColumnCopier column : columns) {
                column.copy(rows, begin, end, builder, first);
            }
            setMissing(builder, first, end - begin);
        } catch (IllegalArgumentException e) {
            throw new DataSeriesException(
                    extent.source(),
                    extent.fileOffset(),
                    -1,
                    "cannot copy rows of type '" + extent.type().name() + "'",
                    String.valueOf(e.getMessage()));
        }
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
        for (RecordLayout.Column column : missing) {
            for (int i = 0, at = first + column.nullByte(); i < count; i++, at += size) {
                records[at] = (byte) (records[at] | column.nullMask());
            }
        }
    }

    /** Returns how many values were copied inexactly so far, see {@link RowCopier#inexact}. */
    Map<String, Long> inexact() {
        Map<String, Long> all = new HashMap<>(inexactBefore);
        addInexact(all);
        return all;
    }

    private void addInexact(Map<String, Long> counts) {
        for (ColumnCopier column : columns) {
            if (column.inexact() > 0) {
                counts.merge(column.to.field().name(), column.inexact(), Long::sum);
            }
        }
    }

    /**
     * Returns the bytes that the strings of a row take in an extent. Strings made from values of other types are not
     * counted.
     */
    long stringBytes(Extent extent, int row) {
        bind(extent);
        long bytes = 0;
        // Strings are always among these.
        for (ColumnCopier column : rewritten) {
            bytes += column.stringBytes(row);
        }
        return bytes;
    }
}

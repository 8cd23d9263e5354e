package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.RowCopier;
import dev.mimeo.dataseries.transform.MergedRows;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows with updates applied: both are in the order of a key, which no two rows of either have in common. One pass over
 * both, in the memory of a few extents. Not thread-safe.
 *
 * <p>A {@link FieldType#BYTE} field of the updates says what each is: 1 inserts a row, 2 replaces the row of the same key,
 * 3 deletes it. Other fields are taken by name and converted as by {@link RowCopier}.
 */
public final class SortedUpdate implements ExtentSource {

    private static final int BASE = 0;
    private static final int INSERT = 1;
    private static final int REPLACE = 2;
    private static final int DELETE = 3;

    private final MergedRows merged;
    private final UpdatedExtents rows;

    private SortedUpdate(ExtentType type, MergedRows merged, Field kind, RowCopier updates, long extentBytes) {
        this.merged = merged;
        this.rows = new UpdatedExtents(type, kind, updates, extentBytes);
    }

    /**
     * Makes a stream of updated rows.
     *
     * @param base the rows in the order of the key, whose type is that of the stream too; closed with the stream
     * @param updates the updates in the same order, with all fields of the key too; closed with the stream
     * @param kind field of the updates that says what each is
     * @param extentBytes uncompressed size of extents, 1 to 268435456. A single row may take more
     * @return a stream; {@code next} throws {@link DataSeriesException} if rows are not in order, two have the same key, a
     *     row to insert is there already, or one to replace or delete is not
     * @throws IllegalArgumentException if a field does not exist or has the wrong type, or the orders differ
     */
    public static SortedUpdate of(MergedRows.Input base, MergedRows.Input updates, String kind, long extentBytes) {
        if (!base.order().equals(updates.order())) {
            throw new IllegalArgumentException("rows and updates have different keys");
        }
        Field kindField = updates.type().fields().get(updates.type().indexOf(kind));
        if (kindField.type() != FieldType.BYTE || kindField.nullable()) {
            throw new IllegalArgumentException("'" + kind
                    + "' must be a byte that is not nullable, to say 1 for insert," + " 2 for replace or 3 for delete");
        }
        MergedRows merged = new MergedRows(List.of(base, updates));
        return new SortedUpdate(base.type(), merged, kindField, new RowCopier(base.type()), extentBytes);
    }

    @Override
    public @Nullable Extent next() throws IOException {
        return rows.next();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }

    private final class UpdatedExtents extends BuiltExtents {
        private final int kind;
        private final RowCopier copier;
        private final RowCopier updater;

        /** The row of the base that waits for an update. */
        private @Nullable Extent extent;

        private int row;

        /** Whether the current row of the merger is still to be processed. */
        private boolean waiting;

        /** The input of the row before. */
        private int previous;

        UpdatedExtents(ExtentType type, Field kind, RowCopier updater, long extentBytes) {
            super(type, extentBytes);
            this.kind = kind.index();
            this.copier = new RowCopier(type);
            this.updater = updater;
        }

        @Override
        boolean fill() throws IOException {
            while (true) {
                // The base row of a key comes before its update.
                if (!waiting && !merged.next()) {
                    Extent last = extent;
                    return last != null && !add(copier, last, row);
                }
                waiting = true;
                Extent base = extent;
                if (base != null && merged.startsGroup()) {
                    if (!add(copier, base, row)) {
                        return true;
                    }
                    continue;
                }
                // Equal rows come in the order of the inputs, so after an update there can only be another one.
                check(merged.startsGroup() || merged.input() != previous, "two rows have the same key");
                if (merged.input() == BASE) {
                    extent = merged.extent();
                    row = merged.row();
                } else if (!update(base)) {
                    return true;
                }
                previous = merged.input();
                waiting = false;
            }
        }

        /** Applies the update that the merger is at; false if the extent that is built is full. */
        private boolean update(@Nullable Extent base) throws IOException {
            Extent updates = merged.extent();
            int number = merged.row();
            int what = updates.bytes(kind)[number] & 0xff;
            switch (what) {
                case INSERT -> check(base == null, "a row to insert is there already");
                case REPLACE -> check(base != null, "there is no row to replace");
                case DELETE -> check(base != null, "there is no row to delete");
                default ->
                    throw fault("an update is of the unknown kind " + what + ": 1 is insert, 2 replace, 3 delete");
            }
            if (what != DELETE && !add(updater, updates, number)) {
                return false;
            }
            extent = null;
            return true;
        }

        private void check(boolean holds, String problem) throws DataSeriesException {
            if (!holds) {
                throw fault(problem);
            }
        }

        private DataSeriesException fault(String problem) {
            Extent at = merged.extent();
            return new DataSeriesException(
                    at.source().isEmpty() ? (merged.input() == BASE ? "rows" : "updates") : at.source(),
                    at.fileOffset(),
                    -1,
                    problem,
                    "row " + merged.row() + " of the extent");
        }

        /** Adds a row; false if the extent that is built has no room. */
        private boolean add(RowCopier from, Extent source, int number) throws DataSeriesException {
            if (exceeds(0, from.sizeBytes(source, number))) {
                return false;
            }
            from.copy(source, number, builder);
            if (source == extent) {
                extent = null;
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            merged.close();
        }
    }
}

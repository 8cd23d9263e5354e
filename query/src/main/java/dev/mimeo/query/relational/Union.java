package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.RowCopier;
import dev.mimeo.dataseries.transform.MergedRows;
import dev.mimeo.dataseries.transform.SortOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes one stream of rows of one type out of several, whose types may have other fields.
 *
 * <p>Fields take those of their own name or of one that is given, converted as by {@link RowCopier}; where an input lacks a
 * field it is null, or false, 0 or empty if it is not nullable. Each stream takes the memory of a few extents of each
 * input. Streams are for one thread, and close their inputs.
 */
public final class Union {

    /**
     * An input.
     *
     * @param type the type of all its rows
     * @param names names of fields here by the fields of the union that take them; all other fields of the union take the
     *     one of their own name
     */
    public record Input(ExtentType type, ExtentSource rows, Map<String, String> names) {

        /** Copies the map. */
        public Input {
            names = Map.copyOf(names);
        }

        private void checkNames(ExtentType union) {
            names.forEach((name, here) -> {
                union.indexOf(name);
                type.indexOf(here);
            });
        }

        private String name(String name) {
            return names.getOrDefault(name, name);
        }

        private Extent check(Extent extent) throws DataSeriesException {
            if (!extent.type().equals(type)) {
                throw new DataSeriesException(
                        extent.source(),
                        extent.fileOffset(),
                        -1,
                        "rows are of type '" + extent.type().name() + "'",
                        "rows of type '" + type.name() + "' were expected");
            }
            return extent;
        }
    }

    private Union() {}

    /**
     * Returns the rows of one input after those of the other, an extent for each extent.
     *
     * @param type the type of the union
     * @throws IllegalArgumentException if a field does not exist
     */
    public static ExtentSource unordered(ExtentType type, List<Input> inputs) {
        return new Concatenated(type, inputs);
    }

    /**
     * Returns the rows of inputs that are in order, in order; equal rows in the order of the inputs.
     *
     * @param type the type of the union
     * @param order the order of all inputs, in the names of the union
     * @param extentBytes uncompressed size of extents, 1 to 268435456. A single row may take more
     * @return a stream; {@code next} throws {@link DataSeriesException} if an input is not in order
     * @throws IllegalArgumentException if a field does not exist, or a field of the order has not the same type everywhere
     */
    public static ExtentSource ordered(ExtentType type, List<Input> inputs, SortOrder order, long extentBytes) {
        return new Merged(type, inputs, order, extentBytes);
    }

    private static final class Concatenated implements ExtentSource {
        private final ExtentType type;
        private final List<Input> inputs;
        private final Iterator<Input> left;
        private final ExtentBuilder builder;
        private @Nullable Input input;
        private RowCopier copier;
        private int[] all = {};

        Concatenated(ExtentType type, List<Input> inputs) {
            this.type = type;
            this.inputs = List.copyOf(inputs);
            this.left = this.inputs.iterator();
            this.builder = new ExtentBuilder(type);
            this.copier = new RowCopier(type);
            this.inputs.forEach(each -> each.checkNames(type));
        }

        @Override
        public @Nullable Extent next() throws IOException {
            while (true) {
                Input current = input;
                if (current == null) {
                    if (!left.hasNext()) {
                        return null;
                    }
                    current = left.next();
                    input = current;
                    copier = new RowCopier(type, current.names);
                }
                Extent extent = current.rows.next();
                if (extent != null) {
                    return copied(current, current.check(extent));
                }
                input = null;
            }
        }

        private Extent copied(Input from, Extent extent) throws DataSeriesException {
            if (extent.type().equals(type) && from.names.isEmpty()) {
                return extent;
            }
            if (all.length < extent.rows()) {
                all = new int[extent.rows()];
                for (int row = 0; row < all.length; row++) {
                    all[row] = row;
                }
            }
            builder.clear();
            copier.copy(extent, all, 0, extent.rows(), builder);
            return builder.build();
        }

        @Override
        public void close() throws IOException {
            ExtentSource.closeAll(inputs.stream().map(input -> input.rows).toList());
        }
    }

    private static final class Merged extends BuiltExtents {

        /** Rows of one extent that are copied at a time. */
        private static final int BATCH = 1024;

        private final MergedRows merged;
        private final RowCopier[] copiers;
        private final int[] batch = new int[BATCH];

        /** Whether the current row of the merger is still to be copied. */
        private boolean waiting;

        Merged(ExtentType type, List<Input> inputs, SortOrder order, long extentBytes) {
            super(type, extentBytes);
            List<MergedRows.Input> sorted = new ArrayList<>();
            for (Input input : inputs) {
                input.checkNames(type);
                List<SortOrder.Key> keys = new ArrayList<>();
                for (SortOrder.Key key : order.keys()) {
                    String name = input.name(key.field());
                    FieldType fieldType = fieldType(type, key.field());
                    if (fieldType(input.type, name) != fieldType) {
                        throw new IllegalArgumentException("'" + name + "' cannot be a merge key: it is "
                                + fieldType(input.type, name).xmlName() + ", but " + fieldType.xmlName()
                                + " in the union");
                    }
                    keys.add(new SortOrder.Key(name, key.descending(), key.nullsFirst()));
                }
                sorted.add(new MergedRows.Input(input.type, new Checked(input), new SortOrder(keys)));
            }
            this.merged = new MergedRows(sorted);
            this.copiers = inputs.stream()
                    .map(input -> new RowCopier(type, input.names))
                    .toArray(RowCopier[]::new);
        }

        private static FieldType fieldType(ExtentType type, String name) {
            return type.fields().get(type.indexOf(name)).type();
        }

        @Override
        boolean fill() throws IOException {
            while (waiting || merged.next()) {
                waiting = true;
                if (!copyRun()) {
                    return true;
                }
            }
            return false;
        }

        /** Copies rows of one extent that follow each other in the order; false if the extent that is built is full. */
        private boolean copyRun() throws IOException {
            Extent extent = merged.extent();
            RowCopier copier = copiers[merged.input()];
            int count = 0;
            long bytes = 0;
            boolean fits = true;
            while (waiting && count < BATCH && merged.extent() == extent) {
                bytes += copier.sizeBytes(extent, merged.row());
                if (exceeds(count, bytes)) {
                    fits = false;
                    break;
                }
                batch[count] = merged.row();
                count++;
                waiting = merged.next();
            }
            copier.copy(extent, batch, 0, count, builder);
            return fits;
        }

        @Override
        public void close() throws IOException {
            merged.close();
        }
    }

    /** The rows of an input, each extent of which must be of its type. */
    private record Checked(Input input) implements ExtentSource {

        @Override
        public @Nullable Extent next() throws IOException {
            Extent extent = input.rows.next();
            return extent == null ? null : input.check(extent);
        }

        @Override
        public void close() throws IOException {
            input.rows.close();
        }
    }
}

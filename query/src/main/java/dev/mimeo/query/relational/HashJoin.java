package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.RowFiller;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins a stream of rows with tables in memory, by equal values. With several tables, or one table several times, it is a
 * star join.
 *
 * <p>For each row of the stream, in its order, there is a row for each row of the table that has the same key, in the
 * order of the table; with several tables for each combination, those of the last one changing fastest. Keys are equal as
 * in SQL: null equals nothing, NaN equals itself. Integers of all types may be compared with each other, and strings of
 * both types.
 *
 * <p>The memory that it takes is that of the tables and a few extents. Not thread-safe; tables can be shared.
 */
public final class HashJoin implements ExtentSource {

    /** Rows put together at a time. */
    private static final int BATCH = 1024;

    /** Treatment of a row of the stream whose key is not in a table. */
    public enum Missing {
        /** Leave it out: an inner join. */
        SKIP_ROW,
        /** Set the columns of the table to null: an outer join. */
        NULLS
    }

    /**
     * A table to look into.
     *
     * @param table may be used in several lookups
     * @param keys fields of the stream to compare with the keys of the table, as many
     * @param columns columns of the table to take, which it must hold
     */
    public record Lookup(LookupTable table, List<String> keys, List<Projection.Column> columns, Missing missing) {

        /** Copies the lists. */
        public Lookup {
            keys = List.copyOf(keys);
            columns = List.copyOf(columns);
        }

        /** Changes the attributes of a column of the table to those of joined rows, which repeat its values and may have none. */
        private void change(Field field, Map<String, String> attributes) {
            if (missing == Missing.NULLS) {
                attributes.put("opt_nullable", "yes");
            }
            if (field.type() == FieldType.VARIABLE32) {
                attributes.put("pack_unique", "yes");
            }
        }
    }

    private final ExtentType type;
    private final ExtentSource source;
    private final JoinedExtents rows;

    private HashJoin(
            ExtentType type,
            ExtentType input,
            ExtentSource source,
            List<Projection.Column> columns,
            List<Lookup> lookups,
            long extentBytes) {
        this.type = type;
        this.source = source;
        this.rows = new JoinedExtents(input, columns, lookups, extentBytes);
    }

    /**
     * Makes a join.
     *
     * @param name name of the type of the joined rows
     * @param input the type of the rows of the stream
     * @param source the stream; closed with the join
     * @param columns columns of the stream to take
     * @param lookups tables to join with, at least one
     * @param extentBytes uncompressed size of the extents of joined rows, 1 to 268435456. A single row may take more
     * @throws IllegalArgumentException if a column does not exist, a name is given twice, or keys cannot be compared
     */
    public static HashJoin of(
            String name,
            ExtentType input,
            ExtentSource source,
            List<Projection.Column> columns,
            List<Lookup> lookups,
            long extentBytes) {
        if (lookups.isEmpty()) {
            throw new IllegalArgumentException("a join takes a table to look into");
        }
        lookups.forEach(lookup -> checkKeys(input, lookup));
        return new HashJoin(type(name, input, columns, lookups), input, source, columns, lookups, extentBytes);
    }

    private static void checkKeys(ExtentType input, Lookup lookup) {
        List<String> keys = lookup.table.keys();
        if (keys.size() != lookup.keys.size()) {
            throw new IllegalArgumentException(
                    "the table has " + keys.size() + " keys, " + lookup.keys.size() + " are compared with them");
        }
        for (int i = 0; i < keys.size(); i++) {
            Field field = input.fields().get(input.indexOf(lookup.keys.get(i)));
            Field key = field(lookup.table.source(), keys.get(i));
            if (JoinKey.Kind.of(field) != JoinKey.Kind.of(key)) {
                throw new IllegalArgumentException(
                        "'" + field.name() + "' is " + field.type().xmlName() + " and cannot be compared with '"
                                + key.name() + "', which is " + key.type().xmlName());
            }
            if (Double.compare(field.doubleBase(), key.doubleBase()) != 0) {
                throw new IllegalArgumentException(
                        "'" + field.name() + "' has another opt_doublebase than '" + key.name() + "'");
            }
        }
    }

    private static Field field(ExtentType type, String name) {
        return type.fields().get(type.indexOf(name));
    }

    private static ExtentType type(
            String name, ExtentType input, List<Projection.Column> columns, List<Lookup> lookups) {
        StringBuilder xml = ProjectedType.start(name, input.namespace(), "1.0");
        Set<String> all = new HashSet<>();
        append(xml, all, input, columns, (field, attributes) -> {});
        for (Lookup lookup : lookups) {
            for (Projection.Column column : lookup.columns) {
                if (!lookup.table.holds(column.source())) {
                    throw new IllegalArgumentException("the table does not hold a column '" + column.source() + "'");
                }
            }
            append(xml, all, lookup.table.source(), lookup.columns, lookup::change);
        }
        try {
            return ProjectedType.finish(xml);
        } catch (DataSeriesException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static void append(
            StringBuilder xml,
            Set<String> all,
            ExtentType from,
            List<Projection.Column> columns,
            BiConsumer<Field, Map<String, String>> change) {
        Map<String, String> names = new LinkedHashMap<>();
        for (Projection.Column column : columns) {
            if (!all.add(column.name())) {
                throw new IllegalArgumentException("there are two columns of the name '" + column.name() + "'");
            }
            names.put(column.source(), column.name());
            Field field = field(from, column.source());
            Map<String, String> attributes = ProjectedType.attributes(field, column.name(), names);
            change.accept(field, attributes);
            ProjectedType.append(xml, attributes);
        }
    }

    /** Returns the type of the joined rows. */
    public ExtentType type() {
        return type;
    }

    @Override
    public @Nullable Extent next() throws IOException {
        return rows.next();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }

    private static Map<String, String> sourceNames(List<Projection.Column> columns) {
        Map<String, String> names = new LinkedHashMap<>();
        columns.forEach(column -> names.put(column.name(), column.source()));
        return names;
    }

    /** A lookup in progress. */
    private final class Probe {
        private final LookupTable table;
        private final boolean inner;
        private final JoinKey key;
        private final RowFiller filler;
        private final int[] batch = new int[BATCH];

        /** The row of the table that the current row of the stream is joined with; 0 for none. */
        private int match;

        Probe(ExtentType input, Lookup lookup) {
            this.table = lookup.table;
            this.inner = lookup.missing == Missing.SKIP_ROW;
            this.key = new JoinKey(input, lookup.keys);
            this.filler = new RowFiller(type, sourceNames(lookup.columns));
        }

        boolean first(int row) {
            match = table.first(key, row);
            return match != 0 || !inner;
        }

        boolean next(int row) {
            match = table.next(match, key, row);
            return match != 0;
        }
    }

    /** The joined rows. */
    private final class JoinedExtents extends BuiltExtents {
        private final ExtentType input;
        private final RowFiller filler;
        private final Probe[] probes;
        private final int[] batch = new int[BATCH];
        private @Nullable Extent extent;

        /** The row of the stream that is being joined. */
        private int row;

        /** Whether the matches of the row still have to be joined; otherwise the row is finished. */
        private boolean matched;

        JoinedExtents(ExtentType input, List<Projection.Column> columns, List<Lookup> lookups, long extentBytes) {
            super(type, extentBytes);
            this.input = input;
            this.filler = new RowFiller(type, sourceNames(columns));
            this.probes =
                    lookups.stream().map(lookup -> new Probe(input, lookup)).toArray(Probe[]::new);
        }

        @Override
        boolean fill() throws IOException {
            while (true) {
                Extent current = extent != null ? extent : nextExtent();
                if (current == null) {
                    return false;
                }
                if (!fill(current)) {
                    return true;
                }
            }
        }

        private @Nullable Extent nextExtent() throws IOException {
            Extent next = source.next();
            if (next != null) {
                if (!next.type().equals(input)) {
                    throw new DataSeriesException(
                            next.source(),
                            next.fileOffset(),
                            -1,
                            "rows are of type '" + next.type().name() + "'",
                            "rows of type '" + input.name() + "' were expected");
                }
                for (Probe probe : probes) {
                    probe.key.bind(next);
                }
                row = -1;
                matched = false;
                extent = next;
            }
            return next;
        }

        /** Adds a batch of rows; false if the extent that is built is full. */
        private boolean fill(Extent current) throws IOException {
            int count = 0;
            long bytes = 0;
            boolean fits = true;
            while (count < BATCH && (matched || advance(current))) {
                matched = true;
                bytes += recordSize + filler.stringBytes(current, row);
                for (Probe probe : probes) {
                    bytes += probe.filler.stringBytes(probe.table.extent(), probe.match);
                }
                if (exceeds(count, bytes)) {
                    fits = false;
                    break;
                }
                batch[count] = row;
                for (Probe probe : probes) {
                    probe.batch[count] = probe.match;
                }
                count++;
                matched = false;
            }
            if (count < BATCH && fits) {
                extent = null;
            }
            add(current, count);
            return fits;
        }

        private void add(Extent current, int count) throws DataSeriesException {
            for (int i = 0; i < count; i++) {
                builder.addRow();
            }
            filler.fill(current, batch, count, builder);
            for (Probe probe : probes) {
                probe.filler.fill(probe.table.extent(), probe.batch, count, builder);
            }
        }

        /** Moves to the next combination of a row and its matches; false after the last of the extent. */
        private boolean advance(Extent current) {
            if (row >= 0 && nextMatch()) {
                return true;
            }
            row++;
            while (row < current.rows()) {
                if (firstMatches()) {
                    return true;
                }
                row++;
            }
            return false;
        }

        private boolean firstMatches() {
            for (Probe probe : probes) {
                if (!probe.first(row)) {
                    return false;
                }
            }
            return true;
        }

        private boolean nextMatch() {
            for (int i = probes.length - 1; i >= 0; i--) {
                if (probes[i].next(row)) {
                    for (int later = i + 1; later < probes.length; later++) {
                        probes[later].first(row);
                    }
                    return true;
                }
            }
            return false;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}

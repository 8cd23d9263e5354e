package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.RowCopier;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows held in memory, to be found by the values of some fields: the smaller side of a {@link HashJoin}.
 *
 * <p>A hash table with chaining (Knuth, The Art of Computer Programming, volume 3, section 6.4). Rows of equal keys are
 * found in the order in which they came. A row with a null in its key equals no other, so it is not held. Immutable and
 * thread-safe.
 */
public final class LookupTable {

    /** Rows copied at a time. */
    private static final int BATCH = 1024;

    private static final int MIN_PLACES = 16;

    /** Row 0 is that of a key that is not there: nulls. Rows of the table are counted from 1. */
    private static final int NOTHING = 0;

    private final ExtentType source;
    private final List<String> keys;
    private final Extent rows;
    private final JoinKey key;
    private final long sizeBytes;

    /** First rows of chains by the upper bits of the hash. */
    private final int[] heads;

    /** The row after each in its chain. */
    private final int[] nexts;

    private final int shift;

    private LookupTable(ExtentType source, List<String> keys, Extent rows, long sizeBytes) {
        this.source = source;
        this.keys = keys;
        this.rows = rows;
        this.sizeBytes = sizeBytes;
        int places = Math.max(MIN_PLACES, Integer.highestOneBit(rows.rows()) << 1);
        this.shift = Long.numberOfLeadingZeros(places) + 1;
        this.heads = new int[places];
        this.nexts = new int[rows.rows()];
        this.key = new JoinKey(rows.type(), keys);
        key.bind(rows);
        // From the last to the first, so that chains are in the order of the rows.
        for (int row = rows.rows() - 1; row > NOTHING; row--) {
            int place = place(key.hash(row));
            nexts[row] = heads[place];
            heads[place] = row;
        }
    }

    /**
     * Reads rows to the end and holds some of their columns.
     *
     * @param type the type of the rows
     * @param rows left open
     * @param keys fields to find rows by, at least one
     * @param columns other fields that are needed
     * @param maxBytes bound of the memory for the rows. They take about twice their uncompressed size and up to 24 bytes
     *     each, and half as much again for a moment; 2 GiB of them are the most there can be
     * @throws IllegalArgumentException if the type lacks a field
     * @throws DataSeriesException if the rows take more memory, or are of another type
     */
    public static LookupTable load(
            ExtentType type, ExtentSource rows, List<String> keys, List<String> columns, long maxBytes)
            throws IOException {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("name a field to find rows by");
        }
        Set<String> names = new LinkedHashSet<>(keys);
        names.addAll(columns);
        return new Loading(type, List.copyOf(keys), names, maxBytes).load(rows);
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows.rows() - 1;
    }

    /** Returns the bytes of memory that the rows take. */
    public long sizeBytes() {
        return sizeBytes;
    }

    List<String> keys() {
        return keys;
    }

    /** Returns the type of the rows as they were read. */
    ExtentType source() {
        return source;
    }

    /** Returns the rows, behind one that is null in all fields. */
    Extent extent() {
        return rows;
    }

    boolean holds(String name) {
        return rows.type().hasField(name);
    }

    private int place(long hash) {
        return (int) (hash >>> shift);
    }

    /** Returns the first row with the key of a row; 0 if there is none. */
    int first(JoinKey wanted, int row) {
        return wanted.isNull(row) ? NOTHING : found(heads[place(wanted.hash(row))], wanted, row);
    }

    /** Returns the row after one with the same key; 0 if there is none. */
    int next(int found, JoinKey wanted, int row) {
        return found == NOTHING ? NOTHING : found(nexts[found], wanted, row);
    }

    private int found(int candidate, JoinKey wanted, int row) {
        int at = candidate;
        while (at != NOTHING && !wanted.equals(row, key, at)) {
            at = nexts[at];
        }
        return at;
    }

    /** A table that is being read. */
    private static final class Loading {
        private final ExtentType source;
        private final List<String> keys;
        private final long maxBytes;
        private final ExtentBuilder builder;
        private final RowCopier copier;
        private final long rowOverhead;
        private final int[] batch = new int[BATCH];
        private long bytes;

        Loading(ExtentType source, List<String> keys, Set<String> names, long maxBytes) {
            this.source = source;
            this.keys = keys;
            this.maxBytes = maxBytes;
            ExtentType held = held(source, names);
            this.builder = new ExtentBuilder(held);
            this.copier = new RowCopier(held);
            this.rowOverhead = overhead(held, keys);
        }

        private static ExtentType held(ExtentType source, Set<String> names) {
            StringBuilder xml = ProjectedType.start(source.name(), "", "0.0");
            for (String name : names) {
                Field field = source.fields().get(source.indexOf(name));
                Map<String, String> attributes = new LinkedHashMap<>();
                for (String attribute : List.of("type", "name", "size", "opt_doublebase")) {
                    String value = field.attribute(attribute);
                    if (value != null) {
                        attributes.put(attribute, value);
                    }
                }
                attributes.put("opt_nullable", "yes");
                ProjectedType.append(xml, attributes);
            }
            try {
                return ProjectedType.finish(xml);
            } catch (DataSeriesException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }

        /** Returns the memory that a row takes beside its record and strings: decoded columns and the hash table. */
        private static long overhead(ExtentType held, List<String> keys) {
            // Of the places that chains start at there are at most two for a row.
            long bytes = 3L * Integer.BYTES;
            for (Field field : held.fields()) {
                bytes += 1
                        + switch (field.type()) {
                            case BOOL, BYTE -> 1;
                            case INT32, VARIABLE32 -> Integer.BYTES;
                            case INT64, DOUBLE -> Long.BYTES;
                            case FIXEDWIDTH -> 0;
                        };
            }
            return bytes + new JoinKey(held, keys).rowBytes();
        }

        LookupTable load(ExtentSource rows) throws IOException {
            builder.addRow();
            for (Field field : builder.type().fields()) {
                builder.setNull(field.index());
            }
            int[] keyFields = keys.stream().mapToInt(source::indexOf).toArray();
            for (Extent extent = rows.next(); extent != null; extent = rows.next()) {
                if (!extent.type().equals(source)) {
                    throw new DataSeriesException(
                            extent.source(),
                            extent.fileOffset(),
                            -1,
                            "rows are of type '" + extent.type().name() + "'",
                            "rows of type '" + source.name() + "' were expected");
                }
                add(extent, keyFields);
            }
            return new LookupTable(source, keys, builder.build(), bytes);
        }

        private void add(Extent extent, int[] keyFields) throws DataSeriesException {
            int count = 0;
            for (int row = 0; row < extent.rows(); row++) {
                if (hasKey(extent, keyFields, row)) {
                    bytes += copier.sizeBytes(extent, row) + rowOverhead;
                    if (bytes > maxBytes) {
                        throw tooLarge(extent);
                    }
                    batch[count] = row;
                    count++;
                    if (count == BATCH) {
                        copy(extent, count);
                        count = 0;
                    }
                }
            }
            copy(extent, count);
        }

        private static boolean hasKey(Extent extent, int[] keyFields, int row) {
            for (int field : keyFields) {
                if (extent.isNull(field, row)) {
                    return false;
                }
            }
            return true;
        }

        private void copy(Extent extent, int count) throws DataSeriesException {
            try {
                copier.copy(extent, batch, 0, count, builder);
            } catch (IllegalStateException e) {
                throw tooLarge(extent);
            }
        }

        private DataSeriesException tooLarge(Extent extent) {
            return new DataSeriesException(
                    extent.source().isEmpty() ? "rows of type '" + source.name() + "'" : extent.source(),
                    extent.fileOffset(),
                    -1,
                    "rows to look up do not fit into memory",
                    "the first " + (builder.rows() - 1) + " and some take more than the " + maxBytes
                            + " bytes allowed; hold the smaller side of the join, or fewer columns of it");
        }
    }
}

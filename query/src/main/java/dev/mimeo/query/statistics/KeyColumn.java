package dev.mimeo.query.statistics;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.FixedWidthColumn;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.query.expression.Expression;
import java.util.Arrays;

/**
 * Numbers the values of the column that rows are grouped by, from 0 in the order in which they are met: a hash table with
 * open addressing, linear probing and keys without objects. It grows with the distinct values. For one thread at a time.
 */
abstract class KeyColumn {

    private static final int FIRST_CAPACITY = 64;

    final Field field;

    /** Numbers of keys plus 1 by their hash; 0 is a free place. At most half full. */
    int[] places = new int[FIRST_CAPACITY];

    private GroupKey[] keys = new GroupKey[FIRST_CAPACITY / 2];
    private int size;
    private int nullId = -1;

    private KeyColumn(Field field) {
        this.field = field;
    }

    static KeyColumn of(Field field) {
        return field.type() == FieldType.VARIABLE32 || field.type() == FieldType.FIXEDWIDTH
                ? new Strings(field)
                : new Numbers(field);
    }

    /** Puts the numbers of the keys of some rows into the first elements of an array. */
    final void number(Extent extent, int start, int count, int[] ids) {
        find(extent, start, count, ids);
        if (field.nullable()) {
            boolean[] nulls = extent.nulls(field.index());
            for (int i = 0; i < count; i++) {
                if (nulls[start + i]) {
                    ids[i] = nullId();
                }
            }
        }
    }

    abstract void find(Extent extent, int start, int count, int[] ids);

    /** Returns what decides where in the table a key is. */
    abstract long hash(int id);

    private int nullId() {
        if (nullId < 0) {
            nullId = add(GroupKey.ofNull(field.type()));
        }
        return nullId;
    }

    /** Gives a key the next number. */
    final int add(GroupKey key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
        }
        keys[size] = key;
        size++;
        return size - 1;
    }

    /** Makes room for one more key. */
    final void reserve() {
        if (2 * size >= places.length) {
            places = new int[2 * places.length];
            for (int id = 0; id < size; id++) {
                if (id != nullId) {
                    insert(id);
                }
            }
        }
    }

    /** Puts a key into the table, which has room for it. */
    final void insert(int id) {
        int at = place(hash(id), places.length);
        while (places[at] != 0) {
            at = (at + 1) & (places.length - 1);
        }
        places[at] = id + 1;
    }

    final int size() {
        return size;
    }

    /** Returns the keys by their numbers; those that have one now stay where they are in this array. */
    final GroupKey[] keys() {
        return keys;
    }

    /** Fibonacci hashing: the upper bits of a product with the golden ratio, as many as the table's length has. */
    static int place(long hash, int capacity) {
        return (int) (Mixing.fibonacci64(hash) >>> (Long.numberOfLeadingZeros(capacity) + 1));
    }

    /** Numbers and booleans. */
    private static final class Numbers extends KeyColumn {
        /** Places of the values met last: a power of two, far more than there are groups as a rule. */
        private static final int RECENT = 1 << 12;

        private final long[] block = new long[Expression.BLOCK_ROWS];

        /** The value that was met last of those with the same place; it is found there without probing. */
        private final long[] recentValues = new long[RECENT];

        /** Their numbers plus 1; 0 if there is none yet. */
        private final int[] recentIds = new int[RECENT];

        private long[] values = new long[FIRST_CAPACITY / 2];

        Numbers(Field field) {
            super(field);
        }

        @Override
        void find(Extent extent, int start, int count, int[] ids) {
            load(extent, start, count);
            boolean[] nulls = field.nullable() ? extent.nulls(field.index()) : new boolean[0];
            for (int i = 0; i < count; i++) {
                // The bytes stored for a null are not a key.
                if (nulls.length == 0 || !nulls[start + i]) {
                    long value = block[i];
                    int at = place(value, RECENT);
                    if (recentValues[at] != value || recentIds[at] == 0) {
                        recentValues[at] = value;
                        recentIds[at] = id(value) + 1;
                    }
                    ids[i] = recentIds[at] - 1;
                }
            }
        }

        private void load(Extent extent, int start, int count) {
            int index = field.index();
            switch (field.type()) {
                case INT32 -> {
                    int[] column = extent.ints(index);
                    for (int i = 0; i < count; i++) {
                        block[i] = column[start + i];
                    }
                }
                case INT64 -> System.arraycopy(extent.longs(index), start, block, 0, count);
                case DOUBLE -> {
                    double[] column = extent.doubles(index);
                    for (int i = 0; i < count; i++) {
                        // Adding zero makes the two zeros one.
                        block[i] = Double.doubleToLongBits(column[start + i] + 0.0);
                    }
                }
                case BYTE -> {
                    byte[] column = extent.bytes(index);
                    for (int i = 0; i < count; i++) {
                        block[i] = column[start + i] & 0xff;
                    }
                }
                default -> {
                    boolean[] column = extent.booleans(index);
                    for (int i = 0; i < count; i++) {
                        block[i] = column[start + i] ? 1 : 0;
                    }
                }
            }
        }

        private int id(long value) {
            int mask = places.length - 1;
            int at = place(value, places.length);
            while (places[at] != 0) {
                int id = places[at] - 1;
                if (values[id] == value) {
                    return id;
                }
                at = (at + 1) & mask;
            }
            reserve();
            int id = add(GroupKey.of(field.type(), value));
            if (id >= values.length) {
                values = Arrays.copyOf(values, Math.max(id + 1, 2 * values.length));
            }
            values[id] = value;
            insert(id);
            return id;
        }

        @Override
        long hash(int id) {
            return values[id];
        }
    }

    /** Strings. */
    private static final class Strings extends KeyColumn {
        private byte[][] values = new byte[FIRST_CAPACITY / 2][];
        private int[] hashes = new int[FIRST_CAPACITY / 2];

        Strings(Field field) {
            super(field);
        }

        @Override
        void find(Extent extent, int start, int count, int[] ids) {
            boolean[] nulls = field.nullable() ? extent.nulls(field.index()) : new boolean[0];
            if (field.type() == FieldType.FIXEDWIDTH) {
                FixedWidthColumn column = extent.fixedWidths(field.index());
                for (int i = 0; i < count; i++) {
                    if (nulls.length == 0 || !nulls[start + i]) {
                        ids[i] = id(column.array(), column.offset(start + i), column.width());
                    }
                }
                return;
            }
            VariableColumn column = extent.variables(field.index());
            int lastOffset = -1;
            int lastId = 0;
            for (int i = 0; i < count; i++) {
                if (nulls.length == 0 || !nulls[start + i]) {
                    int offset = column.offset(start + i);
                    // Equal strings are often stored once.
                    if (offset != lastOffset) {
                        lastOffset = offset;
                        lastId = id(column.array(), offset, column.length(start + i));
                    }
                    ids[i] = lastId;
                }
            }
        }

        private int id(byte[] array, int offset, int length) {
            int hash = 1;
            for (int i = offset; i < offset + length; i++) {
                hash = 31 * hash + array[i];
            }
            int mask = places.length - 1;
            int at = place(hash, places.length);
            while (places[at] != 0) {
                int id = places[at] - 1;
                if (hashes[id] == hash
                        && Arrays.equals(values[id], 0, values[id].length, array, offset, offset + length)) {
                    return id;
                }
                at = (at + 1) & mask;
            }
            reserve();
            byte[] value = Arrays.copyOfRange(array, offset, offset + length);
            int id = add(GroupKey.of(field.type(), value));
            if (id >= values.length) {
                int capacity = Math.max(id + 1, 2 * values.length);
                values = Arrays.copyOf(values, capacity);
                hashes = Arrays.copyOf(hashes, capacity);
            }
            values[id] = value;
            hashes[id] = hash;
            insert(id);
            return id;
        }

        @Override
        long hash(int id) {
            return hashes[id];
        }
    }
}

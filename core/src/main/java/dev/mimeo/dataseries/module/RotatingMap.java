package dev.mimeo.dataseries.module;

import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;

/**
 * A map with two generations for entries that may never be completed, such as requests that wait for replies. A caller that
 * rotates the map regularly drops the entries that were not used since, without storing a time per entry.
 *
 * <p>New entries are in the recent generation, and {@link #get} moves an entry there. {@link #rotate} drops the old generation
 * and makes the recent one the old one. So with a rotation every T, an entry stays for at least T after it was last put or got,
 * and at most 2T. Keys and values are 64-bit integers. A value is typically an index into arrays of the caller, who also
 * compares the parts of a key that do not fit 64 bits.
 *
 * <p>The generations are hash tables with open addressing and linear probing, at most half full. Memory is allocated only when
 * a table grows or shrinks. Not thread-safe.
 */
public final class RotatingMap {

    private Table recent = new Table();
    private Table old = new Table();

    /** Receives the entries that leave the map without having been taken. */
    @FunctionalInterface
    public interface Dropped {

        /** Receives an entry that was dropped. Must not use the map. */
        void dropped(long key, long value);
    }

    /** Makes an empty map. */
    public RotatingMap() {}

    /**
     * Puts a value into the recent generation, in place of one that the key has in either generation.
     *
     * @throws IllegalStateException if a generation has 2^29 entries already
     */
    public void put(long key, long value) {
        int at = recent.find(key);
        if (at >= 0) {
            recent.values[at] = value;
            return;
        }
        int oldAt = old.find(key);
        if (oldAt >= 0) {
            old.remove(oldAt);
        }
        recent.add(key, value);
    }

    /**
     * Returns the value of a key and moves its entry to the recent generation.
     *
     * @param absent value to return if there is no entry
     * @throws IllegalStateException if a generation has 2^29 entries already
     */
    public long get(long key, long absent) {
        int at = recent.find(key);
        if (at >= 0) {
            return recent.values[at];
        }
        int oldAt = old.find(key);
        if (oldAt < 0) {
            return absent;
        }
        long value = old.values[oldAt];
        old.remove(oldAt);
        recent.add(key, value);
        return value;
    }

    /**
     * Returns the value of a key and leaves its entry in its generation.
     *
     * @param absent value to return if there is no entry
     */
    public long peek(long key, long absent) {
        int at = recent.find(key);
        if (at >= 0) {
            return recent.values[at];
        }
        at = old.find(key);
        return at >= 0 ? old.values[at] : absent;
    }

    /** Returns whether a key has a value. Its entry stays in its generation. */
    public boolean contains(long key) {
        return recent.find(key) >= 0 || old.find(key) >= 0;
    }

    /**
     * Removes an entry and returns its value.
     *
     * @param absent value to return if there is no entry
     */
    public long take(long key, long absent) {
        Table table = recent;
        int at = table.find(key);
        if (at < 0) {
            table = old;
            at = table.find(key);
        }
        if (at < 0) {
            return absent;
        }
        long value = table.values[at];
        table.remove(at);
        return value;
    }

    /**
     * Drops the old generation and makes the recent one the old one.
     *
     * @param dropped receives the dropped entries, in no particular order
     */
    public void rotate(Dropped dropped) {
        Table leaving = old;
        leaving.each(dropped);
        leaving.clear();
        old = recent;
        recent = leaving;
    }

    /**
     * Drops all entries.
     *
     * @param dropped receives the entries of the old generation, then those of the recent one
     */
    public void drain(Dropped dropped) {
        rotate(dropped);
        rotate(dropped);
    }

    /** Returns the number of entries of both generations. */
    public int size() {
        return recent.size + old.size;
    }

    /** Returns the memory that the hash tables take, in bytes. */
    public long memoryBytes() {
        return (long) (Long.BYTES + Long.BYTES + 1) * (recent.used.length + old.used.length);
    }

    private static final class Table {
        private static final int FIRST_CAPACITY = 64;

        /** A table with more than this many slots per entry shrinks when it is cleared. */
        private static final int TOO_LARGE = 16;

        private long[] keys = new long[FIRST_CAPACITY];
        private long[] values = new long[FIRST_CAPACITY];
        private boolean[] used = new boolean[FIRST_CAPACITY];
        private int size;

        /** Returns the slot of a key, or if the key is absent the bitwise complement of the slot where it belongs. */
        int find(long key) {
            int at = home(key);
            while (used[at]) {
                if (keys[at] == key) {
                    return at;
                }
                at = (at + 1) & (used.length - 1);
            }
            return ~at;
        }

        void add(long key, long value) {
            if (2 * (size + 1) > used.length) {
                grow();
            }
            int at = ~find(key);
            keys[at] = key;
            values[at] = value;
            used[at] = true;
            size++;
        }

        /** Empties a slot and moves up later entries that would not be found any more: D. E. Knuth, TAOCP 3, 6.4, algorithm R. */
        void remove(int slot) {
            int mask = used.length - 1;
            int free = slot;
            int at = (slot + 1) & mask;
            while (used[at]) {
                // The key may move to the free slot if its home slot is not after that.
                if (((at - home(keys[at])) & mask) >= ((at - free) & mask)) {
                    keys[free] = keys[at];
                    values[free] = values[at];
                    free = at;
                }
                at = (at + 1) & mask;
            }
            used[free] = false;
            size--;
        }

        void each(Dropped dropped) {
            for (int at = 0; at < used.length; at++) {
                if (used[at]) {
                    dropped.dropped(keys[at], values[at]);
                }
            }
        }

        void clear() {
            if (used.length > FIRST_CAPACITY && (long) size * TOO_LARGE < used.length) {
                allocate(FIRST_CAPACITY);
            } else {
                Arrays.fill(used, false);
            }
            size = 0;
        }

        private void grow() {
            if (used.length == 1 << 30) {
                throw new IllegalStateException("more than 2^29 entries in a generation");
            }
            long[] oldKeys = keys;
            long[] oldValues = values;
            boolean[] oldUsed = used;
            allocate(2 * oldUsed.length);
            for (int i = 0; i < oldUsed.length; i++) {
                if (oldUsed[i]) {
                    int at = ~find(oldKeys[i]);
                    keys[at] = oldKeys[i];
                    values[at] = oldValues[i];
                    used[at] = true;
                }
            }
        }

        private void allocate(int capacity) {
            keys = new long[capacity];
            values = new long[capacity];
            used = new boolean[capacity];
        }

        private int home(long key) {
            long mixed = Mixing.fibonacci64(key ^ (key >>> 32));
            return (int) (mixed >>> (Long.numberOfLeadingZeros(used.length) + 1));
        }
    }
}

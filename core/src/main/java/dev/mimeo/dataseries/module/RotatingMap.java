package dev.mimeo.dataseries.module;

import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;

/**
 * A map of two generations for what waits for something that may never come, such as requests for their replies: whoever
 * rotates it every so often drops what nobody has asked for in between, in bounded memory, without a time per entry.
 *
 * <p>New entries are in the recent generation, and one that is asked for moves there. {@link #rotate} drops the old
 * generation and makes the recent one the old one. So with a rotation every T an entry stays for at least T after it was
 * last asked for, and at most 2T. Keys and values are integers of 64 bits: a value is a number of a row or a place in arrays
 * of the caller, who also compares what does not fit a key. Hash tables with open addressing and linear probing, at most
 * half full; nothing is allocated but when one grows. For one thread at a time.
 */
public final class RotatingMap {

    private Table recent = new Table();
    private Table old = new Table();

    /** Is told what leaves the map without having been taken. */
    @FunctionalInterface
    public interface Dropped {

        /** An entry is gone. The map must not be used now. */
        void dropped(long key, long value);
    }

    /** Makes an empty map. */
    public RotatingMap() {}

    /** Puts a value into the recent generation, in place of one that the key has in either. */
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
     * Returns the value of a key, whose entry becomes a recent one.
     *
     * @param absent value to return if there is none
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
     * Returns the value of a key, whose entry stays in its generation.
     *
     * @param absent value to return if there is none
     */
    public long peek(long key, long absent) {
        int at = recent.find(key);
        if (at >= 0) {
            return recent.values[at];
        }
        at = old.find(key);
        return at >= 0 ? old.values[at] : absent;
    }

    /** Tells whether a key has a value. Its entry stays in its generation. */
    public boolean contains(long key) {
        return recent.find(key) >= 0 || old.find(key) >= 0;
    }

    /**
     * Removes an entry.
     *
     * @param absent value to return if there is none
     * @return its value
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

    /** Drops the old generation, in no particular order, and makes the recent one the old one. */
    public void rotate(Dropped dropped) {
        Table leaving = old;
        leaving.each(dropped);
        leaving.clear();
        old = recent;
        recent = leaving;
    }

    /** Drops all entries: the old ones, then the recent ones. */
    public void drain(Dropped dropped) {
        rotate(dropped);
        rotate(dropped);
    }

    /** Returns the number of entries. */
    public int size() {
        return recent.size + old.size;
    }

    /** Returns the bytes that the tables take. */
    public long memoryBytes() {
        return (long) (Long.BYTES + Long.BYTES + 1) * (recent.used.length + old.used.length);
    }

    private static final class Table {
        private static final int FIRST_CAPACITY = 64;

        /** A table that was this many times too large is made small when it is cleared. */
        private static final int TOO_LARGE = 16;

        private long[] keys = new long[FIRST_CAPACITY];
        private long[] values = new long[FIRST_CAPACITY];
        private boolean[] used = new boolean[FIRST_CAPACITY];
        private int size;

        /** Returns the place of a key; if it has none the bits of where it belongs, inverted, which is negative. */
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

        /** Moves up what would not be found any more behind a free place: D. E. Knuth, TAOCP 3, 6.4, algorithm R. */
        void remove(int place) {
            int mask = used.length - 1;
            int free = place;
            int at = (place + 1) & mask;
            while (used[at]) {
                // How far the key is from where it belongs, and how far the free place is.
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

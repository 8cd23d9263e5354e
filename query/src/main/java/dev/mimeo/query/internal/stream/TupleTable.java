package dev.mimeo.query.internal.stream;

import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * A set of tuples of two 64-bit integers, whose entries are numbered from 0 without gaps, so that what belongs to a tuple
 * stands in arrays of the caller at the entry's number.
 *
 * <p>A hash table with open addressing and linear probing, at most half full, of 4 bytes a place, over one array of the
 * tuples. Adding a tuple allocates only when an array grows. Removing an entry moves the last one to its number; who goes
 * from the last entry to the first may remove the current one and sees each of the others once. For one thread at a time.
 */
public final class TupleTable {

    private static final int FIRST_CAPACITY = 64;

    /** Entries that arrays of the virtual machine can hold the tuples of. */
    private static final int MAX_ENTRIES = 1 << 29;

    private final int maxEntries;

    /** Numbers of entries plus 1 by their hash; 0 is a free place. */
    private int[] places = new int[FIRST_CAPACITY];

    private long[] tuples = new long[FIRST_CAPACITY];
    private int size;

    /** Is told which entry has moved. */
    @FunctionalInterface
    public interface Moved {
        /** The entry {@code from}, the last one, is now {@code to}. */
        void moved(int from, int to);
    }

    /** Makes an empty table of at most 2^29 entries. */
    public TupleTable() {
        this(MAX_ENTRIES);
    }

    /**
     * Makes an empty table.
     *
     * @param maxEntries entries that it may have, from 1 to 2^29
     */
    public TupleTable(int maxEntries) {
        if (maxEntries < 1 || maxEntries > MAX_ENTRIES) {
            throw new IllegalArgumentException("entries must be from 1 to " + MAX_ENTRIES + ", got " + maxEntries);
        }
        this.maxEntries = maxEntries;
    }

    /** Returns the number of entries. */
    public int size() {
        return size;
    }

    /** Returns the first integer of an entry. */
    public long first(int entry) {
        return tuples[2 * entry];
    }

    /** Returns the second integer of an entry. */
    public long second(int entry) {
        return tuples[2 * entry + 1];
    }

    /** Returns the entry of a tuple, or -1 if it has none. */
    public int find(long first, long second) {
        int mask = places.length - 1;
        int at = home(first, second);
        while (places[at] != 0) {
            int entry = places[at] - 1;
            if (tuples[2 * entry] == first && tuples[2 * entry + 1] == second) {
                return entry;
            }
            at = (at + 1) & mask;
        }
        return -1;
    }

    /**
     * Returns the entry of a tuple, which is a new one, the last, if it had none; {@link #size} tells.
     *
     * @throws IllegalStateException if the table may have no more entries
     */
    public int add(long first, long second) {
        int entry = find(first, second);
        if (entry >= 0) {
            return entry;
        }
        if (size == maxEntries) {
            throw new IllegalStateException("more than " + maxEntries + " different entries");
        }
        if (2 * (size + 1) > places.length) {
            places = new int[2 * places.length];
            for (int i = 0; i < size; i++) {
                place(i);
            }
        }
        if (2 * size == tuples.length) {
            tuples = Arrays.copyOf(tuples, 2 * tuples.length);
        }
        tuples[2 * size] = first;
        tuples[2 * size + 1] = second;
        place(size);
        size++;
        return size - 1;
    }

    /**
     * Removes an entry. The last one takes its number.
     *
     * @return the number that the moved entry had, which is now the size; the same as {@code entry} if it was the last
     */
    public int remove(int entry) {
        if (entry < 0 || entry >= size) {
            throw new IndexOutOfBoundsException("entry " + entry + " of " + size);
        }
        free(placeOf(entry));
        int last = size - 1;
        if (entry != last) {
            places[placeOf(last)] = entry + 1;
            tuples[2 * entry] = tuples[2 * last];
            tuples[2 * entry + 1] = tuples[2 * last + 1];
        }
        size = last;
        return last;
    }

    /** Removes the entries that a condition chooses, each of which is asked about once. */
    public void removeIf(IntPredicate condition, Moved moved) {
        for (int entry = size - 1; entry >= 0; entry--) {
            if (condition.test(entry)) {
                int from = remove(entry);
                if (from != entry) {
                    moved.moved(from, entry);
                }
            }
        }
    }

    /** Removes all entries; the memory stays. */
    public void clear() {
        Arrays.fill(places, 0);
        size = 0;
    }

    /** Returns the bytes of the arrays. */
    public long memoryBytes() {
        return (long) Integer.BYTES * places.length + (long) Long.BYTES * tuples.length;
    }

    private void place(int entry) {
        int mask = places.length - 1;
        int at = home(tuples[2 * entry], tuples[2 * entry + 1]);
        while (places[at] != 0) {
            at = (at + 1) & mask;
        }
        places[at] = entry + 1;
    }

    private int placeOf(int entry) {
        int at = home(tuples[2 * entry], tuples[2 * entry + 1]);
        while (places[at] != entry + 1) {
            at = (at + 1) & (places.length - 1);
        }
        return at;
    }

    /** Moves up what would not be found any more behind a free place: D. E. Knuth, TAOCP 3, 6.4, algorithm R. */
    private void free(int place) {
        int mask = places.length - 1;
        int free = place;
        int at = (place + 1) & mask;
        while (places[at] != 0) {
            int entry = places[at] - 1;
            int home = home(tuples[2 * entry], tuples[2 * entry + 1]);
            if (((at - home) & mask) >= ((at - free) & mask)) {
                places[free] = places[at];
                free = at;
            }
            at = (at + 1) & mask;
        }
        places[free] = 0;
    }

    private int home(long first, long second) {
        long mixed = SplitMix64.mix64(Mixing.fibonacci64(first) + Long.rotateLeft(second, 32));
        return (int) (mixed >>> 33) & (places.length - 1);
    }
}

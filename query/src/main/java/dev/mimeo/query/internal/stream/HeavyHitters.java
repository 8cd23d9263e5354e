package dev.mimeo.query.internal.stream;

import java.util.Arrays;

/**
 * The tuples that come most often, in memory that does not depend on how many there are: the Space-Saving summary of A.
 * Metwally, D. Agrawal and A. El Abbadi, "Efficient Computation of Frequent and Top-k Elements in Data Streams", ICDT 2005.
 *
 * <p>With k entries and n tuples seen, every tuple that came more than n/k times has an entry; its count is at least the true
 * one, and at most that and its {@link #error}, which is at most n/k. Entries are numbered from 0 without gaps. For one
 * thread at a time.
 */
public final class HeavyHitters {

    private final int most;
    private final TupleTable table;
    private final TupleTable.Moved moved;

    /** By entry. */
    private long[] counts = new long[64];

    private long[] errors = new long[64];

    /** Entries as a heap, the one with the lowest count first, and where each is in it. */
    private int[] heap = new int[64];

    private int[] places = new int[64];
    private long seen;

    /**
     * Makes an empty summary.
     *
     * @param most entries, at least 1
     * @param moved is told if an entry gets the number of one that is gone
     */
    public HeavyHitters(int most, TupleTable.Moved moved) {
        this.most = most;
        this.table = new TupleTable(most);
        this.moved = moved;
    }

    /**
     * Counts a tuple.
     *
     * @return its entry, the last one if it is new; then {@link #count} is {@link #error} and 1
     */
    public int add(long first, long second) {
        seen++;
        int entry = table.find(first, second);
        if (entry >= 0) {
            counts[entry]++;
            sink(places[entry]);
            return entry;
        }
        long least = 0;
        if (table.size() == most) {
            int victim = heap[0];
            least = counts[victim];
            remove(victim);
        }
        entry = table.add(first, second);
        if (entry == counts.length) {
            counts = Arrays.copyOf(counts, 2 * entry);
            errors = Arrays.copyOf(errors, 2 * entry);
            heap = Arrays.copyOf(heap, 2 * entry);
            places = Arrays.copyOf(places, 2 * entry);
        }
        counts[entry] = least + 1;
        errors[entry] = least;
        rise(entry, entry);
        return entry;
    }

    /** Removes the entry at the top of the heap. */
    private void remove(int victim) {
        int last = table.remove(victim);
        int bottom = heap[last];
        heap[0] = bottom;
        places[bottom] = 0;
        if (last != victim) {
            counts[victim] = counts[last];
            errors[victim] = errors[last];
            int place = places[last];
            heap[place] = victim;
            places[victim] = place;
            moved.moved(last, victim);
        }
        sinkBelow(0, last);
    }

    private void sink(int place) {
        sinkBelow(place, table.size());
    }

    private void sinkBelow(int place, int size) {
        int at = place;
        int entry = heap[at];
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && counts[heap[child + 1]] < counts[heap[child]]) {
                child++;
            }
            if (counts[heap[child]] >= counts[entry]) {
                break;
            }
            set(at, heap[child]);
            at = child;
        }
        if (size > 0) {
            set(at, entry);
        }
    }

    private void rise(int place, int entry) {
        int at = place;
        while (at > 0 && counts[heap[(at - 1) / 2]] > counts[entry]) {
            set(at, heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        set(at, entry);
    }

    private void set(int place, int entry) {
        heap[place] = entry;
        places[entry] = place;
    }

    /** Returns the number of entries. */
    public int size() {
        return table.size();
    }

    /** Returns the number of tuples seen. */
    public long seen() {
        return seen;
    }

    /** Returns the first integer of an entry's tuple. */
    public long first(int entry) {
        return table.first(entry);
    }

    /** Returns the second integer of an entry's tuple. */
    public long second(int entry) {
        return table.second(entry);
    }

    /** Returns how often the tuple of an entry came at most. */
    public long count(int entry) {
        return counts[entry];
    }

    /** Returns how many less it may be. */
    public long error(int entry) {
        return errors[entry];
    }

    /** Returns the bytes of the arrays. */
    public long memoryBytes() {
        return table.memoryBytes() + 24L * counts.length;
    }
}

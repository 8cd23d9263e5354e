package dev.mimeo.query.statistics;

import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;

/**
 * Numbers tuples of integers from 0 in the order in which they are met: a hash table with open addressing and linear
 * probing over one array of all tuples. It grows with the distinct tuples. For one thread at a time.
 */
final class TupleNumbers {

    private static final int FIRST_CAPACITY = 64;

    private final int width;

    /** Numbers of tuples plus 1 by their hash; 0 is a free place. At most half full. */
    private int[] places = new int[FIRST_CAPACITY];

    private long[] tuples;
    private int size;

    /** @param width integers of a tuple, at least 1 */
    TupleNumbers(int width) {
        this.width = width;
        this.tuples = new long[FIRST_CAPACITY / 2 * width];
    }

    int size() {
        return size;
    }

    /** Returns all tuples, one after the other; those that have a number now stay where they are in this array. */
    long[] tuples() {
        return tuples;
    }

    long value(int tuple, int column) {
        return tuples[tuple * width + column];
    }

    /** Returns the number of the tuple that starts at a place in an array, a new one if it was not met before. */
    int number(long[] array, int offset) {
        int at = place(array, offset, places.length);
        while (places[at] != 0) {
            int id = places[at] - 1;
            if (isAt(id, array, offset)) {
                return id;
            }
            at = (at + 1) & (places.length - 1);
        }
        return add(array, offset);
    }

    /** Returns the number of a tuple, or -1 if it was not met. */
    int find(long[] tuple) {
        int at = place(tuple, 0, places.length);
        while (places[at] != 0) {
            int id = places[at] - 1;
            if (isAt(id, tuple, 0)) {
                return id;
            }
            at = (at + 1) & (places.length - 1);
        }
        return -1;
    }

    private boolean isAt(int id, long[] array, int offset) {
        int start = id * width;
        for (int i = 0; i < width; i++) {
            if (tuples[start + i] != array[offset + i]) {
                return false;
            }
        }
        return true;
    }

    private int add(long[] array, int offset) {
        if (2 * size >= places.length) {
            places = new int[2 * places.length];
            for (int id = 0; id < size; id++) {
                insert(id);
            }
        }
        if (size * width == tuples.length) {
            tuples = Arrays.copyOf(tuples, 2 * tuples.length);
        }
        System.arraycopy(array, offset, tuples, size * width, width);
        insert(size);
        size++;
        return size - 1;
    }

    private void insert(int id) {
        int at = place(tuples, id * width, places.length);
        while (places[at] != 0) {
            at = (at + 1) & (places.length - 1);
        }
        places[at] = id + 1;
    }

    private int place(long[] array, int offset, int capacity) {
        long hash = array[offset];
        for (int i = 1; i < width; i++) {
            // A rotation by an odd number keeps columns apart whose values are the same.
            hash = Long.rotateLeft(Mixing.fibonacci64(hash), 29) ^ array[offset + i];
        }
        return KeyColumn.place(hash, capacity);
    }
}

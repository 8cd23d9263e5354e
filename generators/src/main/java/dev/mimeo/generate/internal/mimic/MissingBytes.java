package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;

/** Number of bytes of each value that a chunk should still get, and the value of which most are missing. For one thread at a time. */
final class MissingBytes {

    private static final int VALUES = 256;

    private final double[] counts = new double[VALUES];

    /** Binary heap of the byte values, the one that is missing most first (Williams 1964). */
    private final int[] heap = new int[VALUES];

    /** By byte value, its place in the heap. */
    private final int[] places = new int[VALUES];

    /**
     * Begins a chunk.
     *
     * @param shares how often each byte value occurs in it, relative to the others
     * @param size bytes of the chunk
     * @param others by byte value, bytes that it gets elsewhere
     */
    void start(double[] shares, int size, double[] others) {
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        for (int value = 0; value < VALUES; value++) {
            counts[value] = shares[value] * (size / Math.max(1, sum)) - others[value];
        }
        order();
    }

    /**
     * Begins a chunk.
     *
     * @param histogram histogram of a chunk of any size, relative to which the byte values occur
     * @param size bytes of the chunk
     * @param others by byte value, bytes that it gets elsewhere
     */
    void start(ByteHistogram histogram, int size, double[] others) {
        double scale = (double) size / Math.max(1, histogram.total());
        for (int value = 0; value < VALUES; value++) {
            counts[value] = histogram.count(value) * scale - others[value];
        }
        order();
    }

    /** Returns how many bytes of a value are missing; below 0 if there are too many. */
    double count(int value) {
        return counts[value];
    }

    /** Returns the value that is missing most, the smallest of equal ones. */
    int most() {
        return heap[0];
    }

    /** Notes that there are more bytes of a value. */
    void take(int value, int bytes) {
        counts[value] -= bytes;
        sink(places[value]);
    }

    private void order() {
        for (int value = 0; value < VALUES; value++) {
            heap[value] = value;
            places[value] = value;
        }
        for (int at = VALUES / 2 - 1; at >= 0; at--) {
            sink(at);
        }
    }

    private void sink(int from) {
        int value = heap[from];
        int at = from;
        for (int child = 2 * at + 1; child < VALUES; child = 2 * at + 1) {
            if (child + 1 < VALUES && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], value)) {
                break;
            }
            heap[at] = heap[child];
            places[heap[at]] = at;
            at = child;
        }
        heap[at] = value;
        places[value] = at;
    }

    private boolean isBefore(int value, int other) {
        return counts[value] > counts[other] || (counts[value] == counts[other] && value < other);
    }
}

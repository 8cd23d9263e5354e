package dev.mimeo.codec.internal;

import java.util.Arrays;

/**
 * The lengths of Huffman codes (Huffman, "A method for the construction of minimum-redundancy codes", 1952) as libbz2 chooses them, so that
 * streams have the same bytes: of equal frequencies, which two are joined depends on the order in a binary heap. Where a
 * code is too long, frequencies are halved and rounded up until none is. Not thread-safe.
 */
final class Bzip2CodeLengths {

    /** Bits that a code may have; the format allows 20. */
    private static final int LONGEST = 17;

    /** A weight is the frequency, and in its lowest bits the height of the tree, which decides between equal ones. */
    private static final int HEIGHT_BITS = 8;

    private static final int HEIGHT = (1 << HEIGHT_BITS) - 1;

    private final int[] weights = new int[2 * Bzip2Format.SYMBOLS];
    private final int[] parents = new int[2 * Bzip2Format.SYMBOLS];

    /** A binary heap from index 1 on: no node weighs more than those at twice its index and behind that. */
    private final int[] heap = new int[Bzip2Format.SYMBOLS + 1];

    private int size;

    /** Sets the lengths of the first {@code count} symbols, at least 2, from their frequencies; one that does not occur has a code as well. */
    void set(int[] lengths, int[] frequencies, int count) {
        for (int i = 0; i < count; i++) {
            weights[i] = Math.max(1, frequencies[i]) << HEIGHT_BITS;
        }
        while (!tryLengths(lengths, count)) {
            for (int i = 0; i < count; i++) {
                weights[i] = (1 + (weights[i] >> HEIGHT_BITS) / 2) << HEIGHT_BITS;
            }
        }
    }

    private boolean tryLengths(int[] lengths, int count) {
        size = 0;
        for (int i = 0; i < count; i++) {
            add(i);
        }
        int nodes = count;
        while (size > 1) {
            int one = removeLightest();
            int other = removeLightest();
            weights[nodes] = join(weights[one], weights[other]);
            parents[one] = nodes;
            parents[other] = nodes;
            add(nodes++);
        }
        // Parents have greater numbers than their children; the depth of the root is 0.
        int root = nodes - 1;
        int[] depths = parents;
        depths[root] = 0;
        for (int node = root - 1; node >= 0; node--) {
            depths[node] = depths[depths[node]] + 1;
        }
        System.arraycopy(depths, 0, lengths, 0, count);
        return Arrays.stream(lengths, 0, count).allMatch(length -> length <= LONGEST);
    }

    private static int join(int one, int other) {
        return ((one & ~HEIGHT) + (other & ~HEIGHT)) | (1 + Math.max(one & HEIGHT, other & HEIGHT));
    }

    private void add(int node) {
        int at = ++size;
        while (at > 1 && weights[node] < weights[heap[at >> 1]]) {
            heap[at] = heap[at >> 1];
            at >>= 1;
        }
        heap[at] = node;
    }

    private int removeLightest() {
        int lightest = heap[1];
        int node = heap[size--];
        int at = 1;
        while (2 * at <= size) {
            int child = 2 * at;
            if (child < size && weights[heap[child + 1]] < weights[heap[child]]) {
                child++;
            }
            if (weights[node] < weights[heap[child]]) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = node;
        return lightest;
    }
}

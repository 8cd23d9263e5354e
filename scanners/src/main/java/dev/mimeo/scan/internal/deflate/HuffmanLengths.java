package dev.mimeo.scan.internal.deflate;

import java.util.Arrays;

/**
 * Lengths of Huffman codes, with ties broken and long codes shortened as zlib does it, so that the lengths are those of
 * its streams: of two subtrees with equal counts the flatter one is joined first, and codes above the limit are made to fit
 * by lengthening the longest codes below it. Not thread-safe.
 */
final class HuffmanLengths {

    /** Bits that hold the depth of a subtree in a key; a tree of 16384 symbols is at most some 20 deep. */
    private static final int DEPTH_BITS = 8;

    private final int[] heap; // 1-based binary heap of nodes, smallest key first
    private final int[] keys; // count and depth of the subtree of a node, in one number for comparing
    private final int[] parents;
    private final int[] nodeLengths;
    private final int[] joined; // nodes in the order from the root to the first ones joined
    private final int[] perLength = new int[17];
    private int heapSize;

    HuffmanLengths(int maxSymbols) {
        int nodes = 2 * maxSymbols + 1;
        heap = new int[nodes];
        keys = new int[nodes];
        parents = new int[nodes];
        nodeLengths = new int[nodes];
        joined = new int[nodes];
    }

    /**
     * Computes the lengths of all codes.
     *
     * @param counts occurrences by symbol
     * @param symbols size of the alphabet
     * @param maxBits longest code allowed
     * @param lengths receives bits by symbol, 0 for a symbol without a code
     * @return the last symbol that has a code; at least two symbols always have one
     */
    int compute(int[] counts, int symbols, int maxBits, int[] lengths) {
        int last = fillHeap(counts, symbols);
        int first = join(symbols);
        int overflow = measure(first, symbols, maxBits);
        if (overflow > 0) {
            shorten(overflow, symbols, maxBits);
        }
        for (int symbol = 0; symbol < symbols; symbol++) {
            lengths[symbol] = keys[symbol] == 0 ? 0 : nodeLengths[symbol];
        }
        return last;
    }

    private int fillHeap(int[] counts, int symbols) {
        heapSize = 0;
        int last = -1;
        for (int symbol = 0; symbol < symbols; symbol++) {
            keys[symbol] = counts[symbol] << DEPTH_BITS;
            if (counts[symbol] != 0) {
                heap[++heapSize] = symbol;
                last = symbol;
            }
        }
        // A code needs two symbols: zlib adds the first unused ones, preferring 0 and 1.
        while (heapSize < 2) {
            int extra = last < 2 ? ++last : 0;
            keys[extra] = 1 << DEPTH_BITS;
            heap[++heapSize] = extra;
        }
        for (int root = heapSize / 2; root >= 1; root--) {
            siftDown(root);
        }
        return last;
    }

    /** Joins the two smallest subtrees until one is left; returns where its root is in {@link #joined}. */
    private int join(int symbols) {
        int position = joined.length;
        int node = symbols;
        while (heapSize >= 2) {
            int a = heap[1];
            heap[1] = heap[heapSize--];
            siftDown(1);
            int b = heap[1];
            joined[--position] = a;
            joined[--position] = b;
            int depthMask = (1 << DEPTH_BITS) - 1;
            int depth = Math.max(keys[a] & depthMask, keys[b] & depthMask) + 1;
            keys[node] = (((keys[a] >>> DEPTH_BITS) + (keys[b] >>> DEPTH_BITS)) << DEPTH_BITS) | depth;
            parents[a] = node;
            parents[b] = node;
            heap[1] = node++;
            siftDown(1);
        }
        joined[--position] = heap[1];
        return position;
    }

    private void siftDown(int start) {
        int hole = start;
        int node = heap[hole];
        int key = keys[node];
        for (int child = hole * 2; child <= heapSize; child = hole * 2) {
            if (child < heapSize && keys[heap[child + 1]] <= keys[heap[child]]) {
                child++;
            }
            if (key <= keys[heap[child]]) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
        }
        heap[hole] = node;
    }

    /** Gives every node its depth, cut at the limit; returns how many nodes were cut. */
    private int measure(int first, int symbols, int maxBits) {
        Arrays.fill(perLength, 0);
        nodeLengths[joined[first]] = 0;
        int overflow = 0;
        for (int i = first + 1; i < joined.length; i++) {
            int node = joined[i];
            int bits = nodeLengths[parents[node]] + 1;
            if (bits > maxBits) {
                bits = maxBits;
                overflow++;
            }
            nodeLengths[node] = bits;
            if (node < symbols) {
                perLength[bits]++;
            }
        }
        return overflow;
    }

    private void shorten(int overflow, int symbols, int maxBits) {
        for (int excess = overflow; excess > 0; excess -= 2) {
            int bits = maxBits - 1;
            while (perLength[bits] == 0) {
                bits--;
            }
            // One code moves a level down and takes an overflowing one as its sibling.
            perLength[bits]--;
            perLength[bits + 1] += 2;
            perLength[maxBits]--;
        }
        // The rarest symbols were joined first, so they take the longest codes.
        int i = joined.length;
        for (int bits = maxBits; bits > 0; bits--) {
            for (int left = perLength[bits]; left > 0; ) {
                int node = joined[--i];
                if (node < symbols) {
                    nodeLengths[node] = bits;
                    left--;
                }
            }
        }
    }
}

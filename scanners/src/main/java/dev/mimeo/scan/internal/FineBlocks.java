package dev.mimeo.scan.internal;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Small content-defined blocks of a segment with their fingerprints, by which copied stretches are found to within some
 * hundred bytes wherever they begin: cut where the gear hash of the last 64 bytes (Xia et al., "Ddelta", Performance
 * Evaluation 2014) has nine leading zeros. Filled by one thread, then only read.
 */
final class FineBlocks implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Smallest block, bytes, except for the last of a run of chunks. */
    static final int MIN_SIZE = 128;

    /** Largest block, bytes. */
    static final int MAX_SIZE = 2048;

    private static final int WINDOW = 64;
    private static final int SHIFT = 64 - 9;
    private static final Hasher64 HASHER = Hashing.xxh3_64();

    private int count;
    private int[] starts = new int[64];
    private int[] lengths = new int[64];
    private long[] fingerprints = new long[64];
    private final BitSet runStarts = new BitSet();
    private boolean cutBefore;
    private boolean cutAfter;

    /** Cuts a contiguous run of the data and appends its blocks. */
    void add(byte[] data, int offset, int length) {
        int end = offset + length;
        runStarts.set(count);
        for (int at = offset; at < end; ) {
            int size = cut(data, at, end - at);
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
                lengths = Arrays.copyOf(lengths, 2 * count);
                fingerprints = Arrays.copyOf(fingerprints, 2 * count);
            }
            starts[count] = at;
            lengths[count] = size;
            fingerprints[count++] = HASHER.hashBytesToLong(data, at, size);
            at += size;
        }
    }

    private static int cut(byte[] data, int offset, int length) {
        if (length <= MIN_SIZE) {
            return length;
        }
        long hash = 0;
        int i = offset + MIN_SIZE - WINDOW;
        for (; i < offset + MIN_SIZE; i++) {
            hash = FastCdc.roll(hash, data[i]);
        }
        int end = offset + Math.min(length, MAX_SIZE);
        for (; i < end; i++) {
            hash = FastCdc.roll(hash, data[i]);
            if (hash >>> SHIFT == 0) {
                return i + 1 - offset;
            }
        }
        return end - offset;
    }

    int count() {
        return count;
    }

    int start(int block) {
        return starts[block];
    }

    int end(int block) {
        return starts[block] + lengths[block];
    }

    /**
     * Says that the data goes on beyond the segment, so that the outermost blocks end where no content ends them.
     *
     * @param before whether it goes on before the first block
     * @param after whether it may go on after the last one
     */
    void setCut(boolean before, boolean after) {
        cutBefore = before;
        cutAfter = after;
    }

    /** Returns whether the end of the segment cut a block, so that its fingerprint says nothing. */
    boolean isCut(int block) {
        return (block == 0 && cutBefore) || (block == count - 1 && cutAfter);
    }

    /** Returns whether a block is the first of a contiguous run. */
    boolean startsRun(int block) {
        return runStarts.get(block);
    }

    long fingerprint(int block) {
        return fingerprints[block];
    }
}

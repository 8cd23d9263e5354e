package dev.mimeo.characterization.mimic;

import java.util.Arrays;

/**
 * Writes numbers with a binary arithmetic coder whose probabilities adapt, that of LZMA (I. Pavlov, LZMA specification, range
 * coder). Not thread-safe.
 */
final class AdaptiveEncoder {

    private byte[] bytes = new byte[256];
    private int length;
    private long low;
    private int range = -1;
    private int cache;
    private long pending = 1;

    /** Writes a number of some bits, most significant first; each bit adapts to those before it. */
    void tree(short[] probabilities, int bits, int value) {
        int node = 1;
        for (int i = bits - 1; i >= 0; i--) {
            int bit = value >>> i & 1;
            bit(probabilities, node, bit);
            node = 2 * node + bit;
        }
    }

    /** Writes a number of at least 0: how many bits it has as {@link #tree}, its highest bits adaptively, the others plainly. */
    void number(short[] probabilities, int value) {
        int bits = 32 - Integer.numberOfLeadingZeros(value);
        tree(probabilities, 5, bits);
        if (bits > 1) {
            int adaptive = Math.min(bits - 1, NumberShape.ADAPTIVE_BITS);
            int node = 1;
            for (int i = bits - 2; i >= bits - 1 - adaptive; i--) {
                int bit = value >>> i & 1;
                bit(probabilities, NumberShape.place(bits, node), bit);
                node = 2 * node + bit;
            }
            for (int i = bits - 2 - adaptive; i >= 0; i--) {
                range >>>= 1;
                if ((value >>> i & 1) != 0) {
                    low += range & 0xffffffffL;
                }
                normalize();
            }
        }
    }

    private void bit(short[] probabilities, int index, int bit) {
        int p = probabilities[index];
        int bound = (range >>> NumberShape.PROBABILITY_BITS) * p;
        if (bit == 0) {
            range = bound;
            probabilities[index] = (short) (p + ((NumberShape.ONE - p) >> NumberShape.SPEED));
        } else {
            low += bound & 0xffffffffL;
            range -= bound;
            probabilities[index] = (short) (p - (p >> NumberShape.SPEED));
        }
        normalize();
    }

    private void normalize() {
        while (Integer.compareUnsigned(range, 1 << 24) < 0) {
            range <<= 8;
            shift();
        }
    }

    private void shift() {
        if (low < 0xff000000L || low > 0xffffffffL) {
            int carry = (int) (low >>> 32);
            int next = cache;
            do {
                put(next + carry);
                next = 0xff;
                pending--;
            } while (pending != 0);
            cache = (int) (low >>> 24) & 0xff;
        }
        pending++;
        low = (low & 0x00ffffffL) << 8;
    }

    private void put(int b) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length++] = (byte) b;
    }

    /** Ends the writing and returns all that was written. */
    byte[] finish() {
        for (int i = 0; i < 5; i++) {
            shift();
        }
        return Arrays.copyOf(bytes, length);
    }
}

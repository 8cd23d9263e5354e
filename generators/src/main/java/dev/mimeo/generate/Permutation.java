package dev.mimeo.generate;

import dev.mimeo.internal.random.SplitMix64;

/**
 * A pseudo-random order of the numbers below a bound that needs no memory: a Feistel network over the next power of four
 * whose results outside the range are encrypted again until they fall inside ("cycle walking", Black and Rogaway,
 * "Ciphers with arbitrary finite domains", CT-RSA 2002). Immutable and thread-safe.
 */
final class Permutation {

    private static final int ROUNDS = 4;

    private final long size;
    private final int halfBits;
    private final long halfMask;

    /**
     * @param size number of numbers, 1 to 2^62
     */
    Permutation(long size) {
        this.size = size;
        int bits = 64 - Long.numberOfLeadingZeros(size - 1);
        this.halfBits = Math.max(1, (bits + 1) / 2);
        this.halfMask = (1L << halfBits) - 1;
    }

    /**
     * Returns the number at a place.
     *
     * @param seed chooses the order
     * @param place 0 to size - 1
     */
    long at(long seed, long place) {
        long value = place;
        // The domain is less than four times the range, so this takes four rounds on average at most.
        do {
            value = encrypt(seed, value);
        } while (value >= size);
        return value;
    }

    private long encrypt(long seed, long value) {
        long left = value >>> halfBits;
        long right = value & halfMask;
        for (int round = 0; round < ROUNDS; round++) {
            long next = left ^ (SplitMix64.mix64(seed + (right << 3) + round) & halfMask);
            left = right;
            right = next;
        }
        return left << halfBits | right;
    }
}

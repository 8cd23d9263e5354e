package dev.mimeo.internal.random;

import dev.mimeo.internal.bytes.LittleEndian;

/**
 * SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter that is
 * stepped by {@link #GOLDEN_GAMMA} and scrambled by {@link #mix64}.
 *
 * <p>Hot loops keep the counter in a local variable: {@code random += GOLDEN_GAMMA; long bits = mix64(random);}. As a step does not
 * wait for the scrambling of the one before, several numbers are computed at a time. Elsewhere an instance is the counter.
 * The static methods are thread-safe, instances are not.
 */
public final class SplitMix64 {

    /** Odd number nearest to 2^64 divided by the golden ratio. */
    public static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long counter;

    /** Makes a generator of the sequence of a seed; all seeds are equally good. */
    public SplitMix64(long seed) {
        this.counter = seed;
    }

    /** Returns the next number, any of 2^64. */
    public long nextLong() {
        counter += GOLDEN_GAMMA;
        return mix64(counter);
    }

    /**
     * Returns a number from 0 to below a bound, each with exactly the same probability.
     *
     * @param bound at least 1
     */
    public long below(long bound) {
        // Rejects the numbers beyond the last whole multiple of the bound.
        long random = nextLong() >>> 1;
        long result = random % bound;
        while (random - result + (bound - 1) < 0) {
            random = nextLong() >>> 1;
            result = random % bound;
        }
        return result;
    }

    /** Scrambles 64 bits so that each depends on all: D. Stafford's variant 13 of MurmurHash3's finalizer. A bijection. */
    public static long mix64(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Returns the seed of the part with a number, as different from its neighbours' as any two random numbers. */
    public static long derive(long seed, long number) {
        return mix64(mix64(seed + GOLDEN_GAMMA) + (number + 1) * GOLDEN_GAMMA);
    }

    /** Fills a range with uniformly distributed bytes: the sequence of a seed, low bytes first. */
    public static void fill(long seed, byte[] destination, int offset, int length) {
        long random = seed;
        int end = offset + length;
        int at = offset;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            random += GOLDEN_GAMMA;
            LittleEndian.putLong(destination, at, mix64(random));
        }
        long bits = mix64(random + GOLDEN_GAMMA);
        for (; at < end; at++) {
            destination[at] = (byte) bits;
            bits >>>= 8;
        }
    }
}

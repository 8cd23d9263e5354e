package dev.mimeo.random;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter that is
 * stepped by {@link #STEP} and scrambled by {@link #mix}.
 *
 * <p>Hot loops keep the counter in a local variable: {@code random += STEP; long bits = mix(random);}. As a step does not
 * wait for the scrambling of the one before, several numbers are computed at a time. Elsewhere an instance is the counter.
 * The static methods are thread-safe, instances are not.
 */
public final class SplitMix64 {

    /** Odd number nearest to 2^64 divided by the golden ratio. */
    public static final long STEP = 0x9e3779b97f4a7c15L;

    /** Little-endian on every machine, as the bytes of a stream must not depend on it. */
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private long counter;

    /** Makes a generator of the sequence of a seed; all seeds are equally good. */
    public SplitMix64(long seed) {
        this.counter = seed;
    }

    /** Returns the next number, any of 2^64. */
    public long nextLong() {
        counter += STEP;
        return mix(counter);
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

    /** Scrambles 64 bits so that each depends on all; a bijection. */
    public static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Returns the seed of the part with a number, as different from its neighbours' as any two random numbers. */
    public static long derive(long seed, long number) {
        return mix(mix(seed + STEP) + (number + 1) * STEP);
    }

    /** Fills a range with uniformly distributed bytes: the sequence of a seed, low bytes first. */
    public static void fill(long seed, byte[] destination, int offset, int length) {
        long random = seed;
        int end = offset + length;
        int at = offset;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            random += STEP;
            LONGS.set(destination, at, mix(random));
        }
        long bits = mix(random + STEP);
        for (; at < end; at++) {
            destination[at] = (byte) bits;
            bits >>>= 8;
        }
    }
}

package dev.mimeo.generate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The random numbers of all generators: a counter that is stepped by {@link #STEP} and scrambled by {@link #mix}.
 *
 * <p>This is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). Loops keep
 * the counter in a local variable: {@code random += STEP; long bits = mix(random);}. As a step does not wait for the
 * scrambling of the one before, several numbers are computed at a time. Thread-safe, as it holds no state.
 */
final class SplitMix64 {

    /** Odd number nearest to 2^64 divided by the golden ratio. */
    static final long STEP = 0x9e3779b97f4a7c15L;

    /** Little-endian on every machine, as the bytes of a stream must not depend on it. */
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private SplitMix64() {}

    /** Scrambles 64 bits so that each depends on all; a bijection. */
    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Returns the seed of the part with a number, as different from its neighbours' as any two random numbers. */
    static long derive(long seed, long number) {
        return mix(mix(seed + STEP) + (number + 1) * STEP);
    }

    /** Fills a range with uniformly distributed bytes. */
    static void fill(long seed, byte[] destination, int offset, int length) {
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

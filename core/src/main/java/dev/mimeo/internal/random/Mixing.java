package dev.mimeo.internal.random;

/**
 * The mixing steps of published hash functions, for hash tables and keys that are not part of a file format. The one of
 * SplitMix64 is {@link SplitMix64#mix64}. Thread-safe.
 */
public final class Mixing {

    /** The prime nearest to 2^32 divided by the golden ratio. */
    private static final int GOLDEN_PRIME = 0x9e3779b1;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private Mixing() {}

    /**
     * Multiplies by 2^32 divided by the golden ratio: Fibonacci hashing (D. E. Knuth, "The Art of Computer Programming", volume
     * 3, section 6.4). A bijection; callers take the upper bits of the result, which depend on all bits of the key.
     */
    public static int fibonacci32(int key) {
        return key * GOLDEN_PRIME;
    }

    /** Multiplies by 2^64 divided by the golden ratio: {@link #fibonacci32} for 64 bits. */
    public static long fibonacci64(long key) {
        return key * SplitMix64.GOLDEN_GAMMA;
    }

    /** Mixes three integers and returns the third: the 96-bit mix of R. Jenkins' lookup2, 1996. */
    public static int jenkins96(int first, int second, int third) {
        int a = first;
        int b = second;
        int c = third;
        a = (a - b - c) ^ (c >>> 13);
        b = (b - c - a) ^ (a << 8);
        c = (c - a - b) ^ (b >>> 13);
        a = (a - b - c) ^ (c >>> 12);
        b = (b - c - a) ^ (a << 16);
        c = (c - a - b) ^ (b >>> 5);
        a = (a - b - c) ^ (c >>> 3);
        b = (b - c - a) ^ (a << 10);
        return (c - a - b) ^ (b >>> 15);
    }

    /** Hashes a range of bytes with the 64-bit FNV-1a of G. Fowler, L. C. Noll and K.-P. Vo. */
    public static long fnv1a64(byte[] bytes, int offset, int length) {
        long hash = FNV_OFFSET;
        int end = offset + length;
        for (int at = offset; at < end; at++) {
            hash = (hash ^ (bytes[at] & 0xff)) * FNV_PRIME;
        }
        return hash;
    }
}

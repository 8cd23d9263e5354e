package dev.mimeo.scan;

/** The SplitMix64 generator (Steele, Lea and Flood, OOPSLA 2014): the same numbers for a seed on any JDK. */
final class SplitMix64 {
    private long state;

    SplitMix64(long seed) {
        this.state = seed;
    }

    long nextLong() {
        state += 0x9e3779b97f4a7c15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Returns a number from 0 to below {@code bound}, each with exactly the same probability. */
    long below(long bound) {
        // Rejects the numbers beyond the last whole multiple of the bound.
        long random = nextLong() >>> 1;
        long result = random % bound;
        while (random - result + (bound - 1) < 0) {
            random = nextLong() >>> 1;
            result = random % bound;
        }
        return result;
    }
}

package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.random.SplitMix64;

/** Hashes of addresses, ports and transaction numbers. Thread-safe. */
public final class Hash {

    private Hash() {}

    /** Mixes the bits of a number such that each of them changes each other: the finalizer of SplitMix64. */
    public static long mix(long value) {
        return SplitMix64.mix64(value + SplitMix64.GOLDEN_GAMMA);
    }

    /**
     * Returns the key of a transaction. Different ones have different keys except for one in 2^64.
     *
     * @param clientPort port of the client, or -1 for any
     */
    public static long transaction(
            boolean udp, int client, int clientPort, int server, int serverPort, int transaction) {
        long hash = mix((long) client << 32 | Integer.toUnsignedLong(server));
        hash = mix(hash ^ ((long) clientPort << 32 | (long) serverPort << 1 | (udp ? 1 : 0)));
        return mix(hash ^ Integer.toUnsignedLong(transaction));
    }
}

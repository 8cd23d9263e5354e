package dev.mimeo.formats.anonymize;

/**
 * Replaces what tells hosts, files and users apart. Equal values get equal tokens, different ones different tokens (of handles:
 * but with a probability of one in 2^64 for some pair of 2^32 handles). For one thread at a time.
 */
public interface IdentityAnonymizer {

    /** The kinds of values that tell hosts, files and users apart. */
    enum Kind {
        /** Addresses, and numbers that stand for them. */
        HOST,
        /** Handles of files. */
        HANDLE,
        /** Numbers of users and groups. */
        ID
    }

    /**
     * Returns what stands for a host.
     *
     * @param host an IPv4 address, or a number that stands for one of IPv6: from 0xF0000000 on, as is the result then
     */
    int host(int host);

    /**
     * Returns what stands for an address of IPv6.
     *
     * @param address 16 bytes, not changed
     */
    byte[] ipv6(byte[] address);

    /**
     * Returns what stands for a file handle.
     *
     * @param data has the handle, and is not changed
     * @return must not be changed, as it may be given again; the array has nothing else
     */
    byte[] handle(byte[] data, int at, int length);

    /** Returns what stands for a user; -1, which is none, for -1. */
    int user(int id);

    /** Returns what stands for a group; -1, which is none, for -1. */
    int group(int id);
}

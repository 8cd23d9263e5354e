package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers of hosts: an IPv4 address as it is, for one of IPv6 0xF0000000 and a hash of 28 bits, which is the same in all files.
 * Two hosts of IPv6 have the same number with a probability of one in 2^28. Not thread-safe.
 */
public final class Hosts {

    /** Numbers of hosts with addresses of IPv6 start with these bits. */
    public static final int IPV6 = 0xf0000000;

    /** Most addresses that are kept. */
    private static final int MAX_ADDRESSES = 1 << 20;

    private final Map<Integer, byte[]> addresses = new LinkedHashMap<>();

    // The last two, as most packets are between the same hosts.
    private final long[] recent = new long[4];
    private final int[] recentHosts = new int[2];
    private int turn;

    Hosts() {}

    /** Returns the number of the host that has the 16 bytes of an address of IPv6. */
    int ofIpv6(byte[] data, int at) {
        long high = BigEndian.getLong(data, at);
        long low = BigEndian.getLong(data, at + 8);
        for (int i = 0; i < 2; i++) {
            if (recentHosts[i] != 0 && recent[2 * i] == high && recent[2 * i + 1] == low) {
                return recentHosts[i];
            }
        }
        int host = IPV6 | (int) (Hash.mix(Hash.mix(high) ^ low) >>> 36);
        recent[2 * turn] = high;
        recent[2 * turn + 1] = low;
        recentHosts[turn] = host;
        turn ^= 1;
        if (!addresses.containsKey(host) && addresses.size() < MAX_ADDRESSES) {
            byte[] address = new byte[16];
            System.arraycopy(data, at, address, 0, 16);
            addresses.put(host, address);
        }
        return host;
    }

    /** Returns the addresses of IPv6 by the numbers of their hosts, in the order in which they were seen. */
    public Map<Integer, byte[]> addresses() {
        return addresses;
    }
}

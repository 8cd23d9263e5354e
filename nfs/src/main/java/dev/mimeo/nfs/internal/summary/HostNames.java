package dev.mimeo.nfs.internal.summary;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;

/** Addresses of hosts as text. */
public final class HostNames {

    private HostNames() {}

    /**
     * Returns the address of a host.
     *
     * @param host number of the host: an address of IPv4, or one that stands for an address of IPv6
     * @param ipv6 the addresses of IPv6 by the numbers of their hosts, of 16 bytes
     */
    public static String of(int host, Map<Integer, byte[]> ipv6) {
        byte[] ipv4 = {(byte) (host >>> 24), (byte) (host >>> 16), (byte) (host >>> 8), (byte) host};
        try {
            return InetAddress.getByAddress(ipv6.getOrDefault(host, ipv4)).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes", e);
        }
    }
}

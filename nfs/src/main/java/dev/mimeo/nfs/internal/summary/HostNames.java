package dev.mimeo.nfs.internal.summary;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Addresses of hosts as text. */
public final class HostNames {

    private HostNames() {}

    /** Runs of two and more groups of zeros, each with the colon behind it. */
    private static final Pattern ZEROS = Pattern.compile("(?<![0-9a-f])(?:0(?::|$)){2,}");

    /**
     * Returns the address of a host: of IPv6 as RFC 5952 recommends it, with the first of its longest runs of zeros left out.
     *
     * @param host number of the host: an address of IPv4, or one that stands for an address of IPv6
     * @param ipv6 the addresses of IPv6 by the numbers of their hosts, of 16 bytes
     */
    public static String of(int host, Map<Integer, byte[]> ipv6) {
        byte[] ipv4 = {(byte) (host >>> 24), (byte) (host >>> 16), (byte) (host >>> 8), (byte) host};
        try {
            InetAddress address = InetAddress.getByAddress(ipv6.getOrDefault(host, ipv4));
            return address instanceof Inet6Address ? shortened(address.getHostAddress()) : address.getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes", e);
        }
    }

    private static String shortened(String groups) {
        return ZEROS.matcher(groups)
                .results()
                .max(Comparator.<MatchResult>comparingLong(HostNames::groups).thenComparing(run -> -run.start()))
                .map(run -> (run.start() == 0 ? ":" : "") + groups.substring(0, run.start()) + ":"
                        + groups.substring(run.end()))
                .orElse(groups);
    }

    private static long groups(MatchResult run) {
        return run.group().chars().filter(letter -> letter == '0').count();
    }
}

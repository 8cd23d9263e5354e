package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.Quantiles;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a direction of a connection that belong to messages, and others. For one thread at a time.
 */
final class DirectionBytes {

    /** Headers of Ethernet and IP, and those of UDP, and of TCP with times as all current systems have them. */
    private static final int IP4_HEADERS = 34;

    private static final int IP6_HEADERS = 54;
    private static final int UDP_HEADER = 8;
    private static final int TCP_HEADER = 32;

    /** A header of TCP that is not longer than this with what follows it: options and no data. */
    private static final int LONGEST_TCP_HEADER = 60;

    private static final int MARK = 4;

    /** Header of a call with the credentials of a user, and of a reply, about, where the trace does not say it. */
    private static final int CALL_HEADER = 100;

    private static final int REPLY_HEADER = 24;

    private final boolean udp;
    private final int ipHeaders;

    /** Messages whose first packet has not come yet: their times and bytes, in a ring. */
    private long[] times = new long[8];

    private long[] lengths = new long[8];
    private int first;
    private int waiting;

    /** Bytes of the last message that are still to come. */
    private long open;

    private long correlated;
    private long uncorrelated;
    private @Nullable Quantiles sizes;

    /** @param source host that sends; the numbers of those of IPv6 begin with four bits that no IPv4 address has */
    DirectionBytes(int source, boolean udp) {
        this.udp = udp;
        this.ipHeaders = source >>> 28 == 0xf ? IP6_HEADERS : IP4_HEADERS;
    }

    boolean isUdp() {
        return udp;
    }

    /** Adds what is known already. */
    void addCounted(long inMessages, long others) {
        correlated += inMessages;
        uncorrelated += others;
    }

    /** Takes a message, before the packet that it begins in. */
    void message(long nanos, int messageBytes, int payloadBytes, boolean request) {
        if (waiting == times.length) {
            long[] moreTimes = new long[2 * waiting];
            long[] moreLengths = new long[2 * waiting];
            for (int i = 0; i < waiting; i++) {
                moreTimes[i] = times[(first + i) % waiting];
                moreLengths[i] = lengths[(first + i) % waiting];
            }
            times = moreTimes;
            lengths = moreLengths;
            first = 0;
        }
        int at = (first + waiting) % times.length;
        times[at] = nanos;
        lengths[at] = (long) (messageBytes >= 0 ? messageBytes : payloadBytes + (request ? CALL_HEADER : REPLY_HEADER))
                + (udp ? 0 : MARK);
        waiting++;
    }

    /** Takes a packet, with the bytes of its frame. */
    void packet(long nanos, int wireBytes, boolean fragment) {
        long content = Math.max(0, wireBytes - ipHeaders - (fragment ? 0 : udp ? UDP_HEADER : TCP_HEADER));
        boolean begins = false;
        while (waiting > 0 && times[first] <= nanos) {
            // The message before ends before this one begins, in this packet at the latest.
            open = (begins ? open : Math.min(open, content)) + lengths[first];
            begins = true;
            first = (first + 1) % times.length;
            waiting--;
        }
        boolean empty = !udp && wireBytes <= ipHeaders + LONGEST_TCP_HEADER;
        if (open > 0 || empty) {
            correlated += wireBytes;
            open = Math.max(0, open - content);
        } else {
            uncorrelated += wireBytes;
            if (sizes == null) {
                sizes = new Quantiles(0.005, 10_000_000_000L);
            }
            sizes.add(wireBytes);
        }
    }

    long correlated() {
        return correlated;
    }

    long uncorrelated() {
        return uncorrelated;
    }

    /** Returns a quantile of the sizes of packets that belong to no message; null if they are not known. */
    @Nullable Double uncorrelatedSize(double quantile) {
        return sizes == null ? null : (Double) sizes.quantile(quantile);
    }

    long memoryBytes() {
        return 2L * Long.BYTES * times.length + (sizes == null ? 0 : sizes.memoryBytes());
    }
}

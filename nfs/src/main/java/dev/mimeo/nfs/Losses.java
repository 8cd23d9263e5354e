package dev.mimeo.nfs;

import java.util.Map;

/**
 * Known losses of captures. Immutable and thread-safe.
 *
 * @param damagedInputs captures that end in the middle of a packet or are damaged, so that the rest of them was not read
 * @param packets that whoever captured says to have lost
 * @param linkErrors packets that were left out since they had errors on the link
 * @param streamBytes bytes of TCP streams that no packet has
 * @param datagrams that lack fragments
 */
public record Losses(long damagedInputs, long packets, long linkErrors, long streamBytes, long datagrams) {

    /**
     * Returns what counters of conversions tell, aggregated over all of them.
     *
     * @param counters values by the {@link Counter#statName names} of counters; one that is missing is 0
     */
    public static Losses of(Iterable<Map<String, Long>> counters) {
        long[] sums = new long[6];
        Counter[] summed = {
            Counter.DAMAGED_INPUTS,
            Counter.PACKET_LOSS,
            Counter.LINK_LAYER_ERROR,
            Counter.TCP_GAP_BYTES,
            Counter.FRAGMENT_ORPHAN,
            Counter.FRAGMENT_CUT
        };
        for (Map<String, Long> of : counters) {
            for (int i = 0; i < summed.length; i++) {
                sums[i] += of.getOrDefault(summed[i].statName(), 0L);
            }
        }
        return new Losses(sums[0], sums[1], sums[2], sums[3], sums[4] + sums[5]);
    }

    /** Tells whether nothing is known to be missing. */
    public boolean isNone() {
        return (damagedInputs | packets | linkErrors | streamBytes | datagrams) == 0;
    }
}

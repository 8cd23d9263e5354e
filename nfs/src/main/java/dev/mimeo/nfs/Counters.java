package dev.mimeo.nfs;

import java.util.LinkedHashMap;
import java.util.Map;

/** Values of all {@link Counter counters}. Not thread-safe. */
@SuppressWarnings("EnumOrdinal") // Several are counted per packet, and nothing is kept under these numbers.
public final class Counters {

    private final long[] values = new long[Counter.values().length];
    private boolean paused;

    /** Makes counters that are all 0. */
    public Counters() {}

    /** Adds one, unless counting is paused. */
    public void count(Counter counter) {
        add(counter, 1);
    }

    /** Adds a number, unless counting is paused. */
    public void add(Counter counter, long number) {
        if (!paused) {
            values[counter.ordinal()] += number;
        }
    }

    /** Adds the values of others, even if counting is paused. */
    public void add(Counters others) {
        for (int i = 0; i < values.length; i++) {
            values[i] += others.values[i];
        }
    }

    /** Returns how much the values are above those of others. */
    public Counters since(Counters before) {
        Counters difference = new Counters();
        for (int i = 0; i < values.length; i++) {
            difference.values[i] = values[i] - before.values[i];
        }
        return difference;
    }

    /** Stops counting. */
    public void pause() {
        paused = true;
    }

    /** Counts again. */
    public void resume() {
        paused = false;
    }

    /** Returns the values by the names of the counters. */
    public Map<String, Long> byName() {
        Map<String, Long> byName = new LinkedHashMap<>();
        for (Counter counter : Counter.values()) {
            byName.put(counter.statName(), get(counter));
        }
        return byName;
    }

    /** Returns a value. */
    public long get(Counter counter) {
        return values[counter.ordinal()];
    }

    /**
     * Known losses of captures. Immutable and thread-safe.
     *
     * @param damagedInputs captures that end in the middle of a packet or are damaged, so that the rest of them was not read
     * @param packets that whoever captured says to have lost
     * @param linkErrors packets that were left out since they had errors on the link
     * @param streamBytes bytes of TCP streams that no packet has
     * @param datagrams that lack fragments
     * @param recordMarks wrong record marks in TCP streams: damaged bytes, whose neighbours may be damaged too
     * @param messages messages of which a part is not captured, as of packets that are only captured up to some length
     */
    public record Losses(
            long damagedInputs,
            long packets,
            long linkErrors,
            long streamBytes,
            long recordMarks,
            long datagrams,
            long messages) {

        /**
         * Returns what counters of conversions tell, aggregated over all of them.
         *
         * @param counters values by the {@link Counter#statName names} of counters; one that is missing is 0
         */
        public static Losses of(Iterable<Map<String, Long>> counters) {
            long[] sums = new long[8];
            Counter[] summed = {
                Counter.DAMAGED_INPUTS,
                Counter.PACKET_LOSS,
                Counter.LINK_LAYER_ERROR,
                Counter.TCP_GAP_BYTES,
                Counter.TCP_FRAMING_ERRORS,
                Counter.FRAGMENT_ORPHAN,
                Counter.FRAGMENT_CUT,
                Counter.TRUNCATED_RECORDS
            };
            for (Map<String, Long> of : counters) {
                for (int i = 0; i < summed.length; i++) {
                    sums[i] += of.getOrDefault(summed[i].statName(), 0L);
                }
            }
            return new Losses(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5] + sums[6], sums[7]);
        }

        /** Returns whether nothing is known to be missing. */
        public boolean isNone() {
            return (damagedInputs | packets | linkErrors | streamBytes | recordMarks | datagrams | messages) == 0;
        }
    }
}

package dev.mimeo.nfs.summary;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a summary. Immutable and thread-safe.
 *
 * @param bounds bytes between which latency is measured
 * @param quantiles quantiles of latency to compute, each from 0 to 1, 1 to 20 of them
 * @param most most lines of clients, servers, users and files, at least 1
 * @param grouping groups whose loads are computed too, or null
 * @param slowNanos latency from which on a call is listed, in nanoseconds; {@link #NEVER} to list none
 */
public record SummaryOptions(
        LatencyBounds bounds,
        List<Double> quantiles,
        int most,
        @Nullable LoadGrouping grouping,
        long slowNanos) {

    /** A latency that no call has. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Median, 90 % and 99 % of the latencies between first bytes, ten lines of each kind, no groups and no list of calls. */
    public static final SummaryOptions DEFAULT =
            new SummaryOptions(LatencyBounds.FIRST, List.of(0.5, 0.9, 0.99), 10, null, NEVER);

    private static final int MOST_QUANTILES = 20;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is not in its range
     */
    public SummaryOptions {
        quantiles = List.copyOf(quantiles);
        if (quantiles.isEmpty() || quantiles.size() > MOST_QUANTILES) {
            throw new IllegalArgumentException(
                    "1 to " + MOST_QUANTILES + " quantiles can be computed, got " + quantiles.size());
        }
        for (double quantile : quantiles) {
            if (!(quantile >= 0 && quantile <= 1)) {
                throw new IllegalArgumentException("a quantile is from 0 to 1, got " + quantile);
            }
        }
        if (most < 1 || slowNanos < 0) {
            throw new IllegalArgumentException(
                    "most must be at least 1 and slowNanos at least 0, got " + most + " and " + slowNanos);
        }
    }

    /** Returns the same options with other bounds of latency. */
    public SummaryOptions withBounds(LatencyBounds other) {
        return new SummaryOptions(other, quantiles, most, grouping, slowNanos);
    }

    /** Returns the same options with another number of lines. */
    public SummaryOptions withMost(int other) {
        return new SummaryOptions(bounds, quantiles, other, grouping, slowNanos);
    }

    /** Returns the same options with groups. */
    public SummaryOptions withGrouping(LoadGrouping other) {
        return new SummaryOptions(bounds, quantiles, most, other, slowNanos);
    }

    /** Returns the same options with a list of slow calls. */
    public SummaryOptions withSlowNanos(long nanos) {
        return new SummaryOptions(bounds, quantiles, most, grouping, nanos);
    }

    /** Properties of a call by which calls are grouped. */
    public enum LoadKey {
        /** The operation with its version, as in {@code v3 read}. */
        OPERATION,
        /** The host that replies. */
        SERVER,
        /** The host that calls. */
        CLIENT,
        /** The user of the credentials of AUTH_SYS. */
        USER
    }

    /**
     * Groups of calls.
     *
     * @param keys properties that all calls of a group share; all calls are one group if there are none
     * @param intervalNanos length of the intervals that groups are computed for, in nanoseconds; 0 for the whole
     * @param taker is given each interval
     */
    public record LoadGrouping(Set<LoadKey> keys, long intervalNanos, LoadInterval.Taker taker) {

        /**
         * Copies the set.
         *
         * @throws IllegalArgumentException if the interval is negative
         */
        public LoadGrouping {
            keys = Set.copyOf(keys);
            if (intervalNanos < 0) {
                throw new IllegalArgumentException("intervalNanos must be at least 0, got " + intervalNanos);
            }
        }
    }
}

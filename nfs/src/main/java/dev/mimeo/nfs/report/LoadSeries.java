package dev.mimeo.nfs.report;

import dev.mimeo.nfs.summary.LoadInterval;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import java.util.Map;
import java.util.TreeMap;

/** The load of a data set over time, in 720 intervals at most: they become longer as the data set does. Not thread-safe. */
final class LoadSeries implements LoadInterval.Taker {

    /** The length of the intervals that are taken. */
    static final long TAKEN_NANOS = 1_000_000_000L;

    private static final int MOST_INTERVALS = 720;

    /** Lengths in seconds, each a multiple of the one before; then each is twice the one before. */
    private static final long[] SECONDS = {1, 5, 10, 30, 60, 300, 600, 1800, 3600, 21_600, 86_400};

    /** The sums of an interval, whose latencies are in milliseconds. */
    static final class LoadSums {
        long calls;
        long errors;
        long readBytes;
        long writtenBytes;
        long replies;
        double latency;
        double longest;

        private void add(Load load) {
            calls += load.calls();
            errors += load.errors();
            readBytes += load.readBytes();
            writtenBytes += load.writtenBytes();
            if (load.latency().replies() > 0) {
                replies += load.latency().replies();
                latency += load.latency().sum();
                longest = Math.max(longest, load.latency().max());
            }
        }

        private void add(LoadSums other) {
            calls += other.calls;
            errors += other.errors;
            readBytes += other.readBytes;
            writtenBytes += other.writtenBytes;
            replies += other.replies;
            latency += other.latency;
            longest = Math.max(longest, other.longest);
        }
    }

    private long seconds = SECONDS[0];
    private TreeMap<Long, LoadSums> intervals = new TreeMap<>();

    @Override
    public void take(LoadInterval interval) {
        long second = Math.floorDiv(interval.startNanos(), TAKEN_NANOS);
        LoadSums sums = intervals.computeIfAbsent(Math.floorDiv(second, seconds), key -> new LoadSums());
        interval.groups().forEach(group -> sums.add(group.load()));
        while (intervals.lastKey() - intervals.firstKey() >= MOST_INTERVALS) {
            lengthen();
        }
    }

    private void lengthen() {
        long factor = longer() / seconds;
        TreeMap<Long, LoadSums> longer = new TreeMap<>();
        intervals.forEach((key, sums) -> longer.computeIfAbsent(Math.floorDiv(key, factor), found -> new LoadSums())
                .add(sums));
        intervals = longer;
        seconds *= factor;
    }

    private long longer() {
        for (long length : SECONDS) {
            if (length > seconds) {
                return length;
            }
        }
        return 2 * seconds;
    }

    /** Returns the length of the intervals in seconds. */
    long seconds() {
        return seconds;
    }

    /** Returns the intervals that have messages by their starts in seconds since 1970, in order. */
    Map<Long, LoadSums> intervals() {
        Map<Long, LoadSums> starts = new TreeMap<>();
        intervals.forEach((key, sums) -> starts.put(key * seconds, sums));
        return starts;
    }
}

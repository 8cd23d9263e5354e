package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.summary.TrafficSummary.Latency;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import dev.mimeo.query.internal.stream.Quantiles;
import java.util.List;

/** The load of one part of the traffic, as it is counted. For one thread at a time. */
final class Usage {

    private static final double RANK_ERROR = 0.005;
    private static final long MOST_REPLIES = 10_000_000_000L;
    private static final double NANOS_PER_MILLISECOND = 1e6;

    final long key;
    final byte[] handle;
    long calls;
    long errors;
    long retransmissions;
    long unanswered;
    long readBytes;
    long writtenBytes;

    // Many clients come once only: the first latency needs no sketch.
    private long replies;
    private double first;
    private double sum;
    private double max;
    private Quantiles latencies = EMPTY;

    private static final Quantiles EMPTY = quantiles();

    /** @param handle handle of a file, empty for everything else */
    Usage(long key, byte[] handle) {
        this.key = key;
        this.handle = handle;
    }

    private static Quantiles quantiles() {
        return new Quantiles(RANK_ERROR, MOST_REPLIES);
    }

    void success(long nanos) {
        reply(nanos, false);
    }

    void reply(long nanos, boolean error) {
        errors += error ? 1 : 0;
        double millis = nanos / NANOS_PER_MILLISECOND;
        sum += millis;
        if (replies == 0) {
            first = millis;
            max = millis;
        } else {
            if (replies == 1) {
                latencies = quantiles();
                latencies.add(first);
            }
            latencies.add(millis);
            max = Math.max(max, millis);
        }
        replies++;
    }

    void transfer(boolean read, int bytes) {
        if (read) {
            readBytes += bytes;
        } else {
            writtenBytes += bytes;
        }
    }

    /** @param quantiles which of latency are computed */
    Load load(List<Double> quantiles) {
        List<Double> values = quantiles.stream().map(this::quantile).toList();
        Latency latency = new Latency(replies, sum, values, replies == 0 ? Double.NaN : max);
        return new Load(calls, errors, retransmissions, unanswered, readBytes, writtenBytes, latency);
    }

    private double quantile(double quantile) {
        return replies == 0 ? Double.NaN : replies == 1 ? first : latencies.quantile(quantile);
    }
}

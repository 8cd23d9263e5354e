package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary.Line;
import dev.mimeo.nfs.summary.TrafficSummary.Top;
import dev.mimeo.query.internal.stream.HeavyHitters;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The loads of those that come most often, in bounded memory. For one thread at a time. */
final class BusiestUsages {

    /** Loads that are counted at a time. */
    private static final int MOST = 1024;

    private static final ByteSlice NOTHING = new ByteSlice();

    private final HeavyHitters hitters;
    private Usage[] usages = new Usage[64];
    private long noticed;

    BusiestUsages() {
        hitters = new HeavyHitters(MOST, (from, to) -> usages[to] = usages[from]);
    }

    /** Returns the load of what comes once more. */
    Usage count(long key) {
        return count(key, NOTHING);
    }

    /** Returns the load of a file that comes once more. */
    Usage count(long key, ByteSlice handle) {
        int entry = hitters.add(key, 0);
        if (entry == usages.length) {
            usages = Arrays.copyOf(usages, 2 * entry);
        }
        if (hitters.count(entry) == hitters.error(entry) + 1) {
            usages[entry] = new Usage(key, handle.copy());
            noticed++;
        }
        Usage usage = usages[entry];
        usage.calls++;
        return usage;
    }

    Top top(SummaryOptions options, Function<Usage, String> names) {
        List<Line> lines = Arrays.stream(usages, 0, hitters.size())
                .sorted(Comparator.comparingLong((Usage usage) -> -usage.calls).thenComparingLong(usage -> usage.key))
                .limit(options.most())
                .map(usage -> new Line(names.apply(usage), usage.load(options.quantiles())))
                .toList();
        return new Top(lines, hitters.size(), noticed == hitters.size());
    }
}

package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.summary.LoadInterval;
import dev.mimeo.nfs.summary.LoadInterval.Group;
import dev.mimeo.nfs.summary.SummaryOptions.LoadGrouping;
import dev.mimeo.nfs.summary.SummaryOptions.LoadKey;
import dev.mimeo.query.internal.stream.TupleTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/** The loads of groups of calls in one interval after the other. For one thread at a time. */
final class GroupLoads {

    /** Groups of an interval that are told apart. */
    private static final int MOST = 10_000;

    /** Messages this much older than the interval are of another capture, or the clock was set back. */
    private static final long STEP_BACK_NANOS = 60_000_000_000L;

    private static final byte[] NOTHING = {};

    /** Users take 32 bits, and one more for calls without a user. */
    private static final int USER_BITS = 33;

    private final LoadGrouping grouping;
    private final List<Double> quantiles;
    private final OperationKinds kinds;
    private final IntFunction<String> hosts;
    private final boolean byOperation;
    private final boolean byServer;
    private final boolean byClient;
    private final boolean byUser;
    private final TupleTable table = new TupleTable();
    private Usage[] usages = new Usage[64];
    private Usage overflow = new Usage(0, NOTHING);

    /** Start of the interval; none has begun if this is the least value. */
    private long start = Long.MIN_VALUE;

    GroupLoads(LoadGrouping grouping, List<Double> quantiles, OperationKinds kinds, IntFunction<String> hosts) {
        this.grouping = grouping;
        this.quantiles = quantiles;
        this.kinds = kinds;
        this.hosts = hosts;
        byOperation = grouping.keys().contains(LoadKey.OPERATION);
        byServer = grouping.keys().contains(LoadKey.SERVER);
        byClient = grouping.keys().contains(LoadKey.CLIENT);
        byUser = grouping.keys().contains(LoadKey.USER);
    }

    /** Returns whether there is one interval, the whole. */
    boolean isWhole() {
        return grouping.intervalNanos() == 0;
    }

    /** Ends the interval if a time is behind it. */
    void passTime(long nanos) throws IOException {
        long length = grouping.intervalNanos();
        if (length == 0 || (nanos - start < length && start - nanos < STEP_BACK_NANOS && start != Long.MIN_VALUE)) {
            return;
        }
        end(length);
        start = Math.floorDiv(nanos, length) * length;
    }

    private void end(long length) throws IOException {
        if (table.size() > 0 || overflow.calls > 0) {
            grouping.taker().take(new LoadInterval(start, length, groups(), overflow.calls));
        }
        table.clear();
        overflow = new Usage(0, NOTHING);
    }

    /** Gives the last interval, or the whole. */
    void finish(long first, long last) throws IOException {
        if (isWhole()) {
            start = first;
        }
        end(isWhole() ? last - first : grouping.intervalNanos());
    }

    /** Returns the load of a call's group. */
    Usage of(WaitingCall call) {
        long hosts64 = (byServer ? (long) call.serverHost << 32 : 0) | (byClient ? call.clientHost & 0xffffffffL : 0);
        long rest = (byOperation ? (long) call.kind << USER_BITS : 0) | (byUser ? call.userNumber + 1 : 0);
        int entry = table.find(hosts64, rest);
        if (entry >= 0) {
            return usages[entry];
        }
        if (table.size() == MOST) {
            return overflow;
        }
        entry = table.add(hosts64, rest);
        if (entry == usages.length) {
            usages = Arrays.copyOf(usages, 2 * entry);
        }
        usages[entry] = new Usage(entry, NOTHING);
        return usages[entry];
    }

    private List<Group> groups() {
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            long user = (table.second(i) & ((1L << USER_BITS) - 1)) - 1;
            groups.add(new Group(
                    byOperation ? kinds.name((int) (table.second(i) >>> USER_BITS)) : "",
                    byServer ? hosts.apply((int) (table.first(i) >>> 32)) : "",
                    byClient ? hosts.apply((int) table.first(i)) : "",
                    user < 0 ? "" : Long.toString(user),
                    usages[i].load(quantiles)));
        }
        groups.sort(Comparator.comparingLong((Group group) -> -group.load().calls())
                .thenComparing(Group::operation)
                .thenComparing(Group::server)
                .thenComparing(Group::client)
                .thenComparing(Group::user));
        return groups;
    }
}

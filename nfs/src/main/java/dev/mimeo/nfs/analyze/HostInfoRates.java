package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.Quantiles;
import dev.mimeo.query.internal.stream.TupleCells;
import dev.mimeo.query.internal.stream.TupleLayout;
import dev.mimeo.query.internal.stream.TupleTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Rates by host, direction, operation and kind of message over complete groups of time: all but the first and the last.
 * Groups without a cell count as 0. For one thread at a time.
 */
final class HostInfoRates {

    private static final TupleLayout LAYOUT = HostInfoAnalysis.LAYOUT;
    private static final int ANY_TIME = 1 << HostInfoAnalysis.TIME;
    private static final double MIB = 1024 * 1024;

    private final long groupSeconds;
    private final TupleTable cells = new TupleTable();
    private final List<Rate> rates = new ArrayList<>();
    private long first;
    private long last = Long.MAX_VALUE;

    /** Messages and bytes a second of a cell, one value for each group of time that has it. */
    private static final class Rate {
        private final Quantiles messages = HostInfoAnalysis.quantiles();
        private final Quantiles mebibytes = HostInfoAnalysis.quantiles();
    }

    HostInfoRates(long groupSeconds) {
        this.groupSeconds = groupSeconds;
    }

    /** Says which group of time is the last one, before it is added. */
    void setLast(long group) {
        last = group;
    }

    /** Says which group of time is the first one, before any is added. */
    void setFirst(long group) {
        first = group;
    }

    /** Adds the cells of all groups of time of a table; those over all times are passed over. */
    void add(TupleCells from) {
        for (int entry = 0; entry < from.size(); entry++) {
            long time = from.value(entry, HostInfoAnalysis.TIME);
            if (!from.isAny(entry, HostInfoAnalysis.TIME) && time != first && time != last) {
                int cell = cells.add(
                        LAYOUT.firstWithAny(from.first(entry), ANY_TIME),
                        LAYOUT.secondWithAny(from.second(entry), ANY_TIME));
                if (cell == rates.size()) {
                    rates.add(new Rate());
                }
                Rate rate = rates.get(cell);
                rate.messages.add((double) from.count(entry) / groupSeconds);
                rate.mebibytes.add(from.sum(entry) / groupSeconds / MIB);
            }
        }
    }

    /** Returns the number of complete groups of time, with rows or without. */
    long completeGroups() {
        return last <= first ? 0 : (last - first) / groupSeconds - 1;
    }

    /** Returns the number of cells. */
    int size() {
        return cells.size();
    }

    long first(int cell) {
        return cells.first(cell);
    }

    long second(int cell) {
        return cells.second(cell);
    }

    /** Returns the mean of messages a second of a cell over all complete groups of time. */
    double meanMessages(int cell) {
        return mean(rates.get(cell).messages);
    }

    /** Returns the mean of mebibytes a second of a cell over all complete groups of time. */
    double meanMebibytes(int cell) {
        return mean(rates.get(cell).mebibytes);
    }

    private double mean(Quantiles values) {
        return values.mean() * ((double) values.count() / completeGroups());
    }

    /** Returns a quantile of messages a second of a cell over all complete groups of time. */
    double messages(int cell, double quantile) {
        return quantile(rates.get(cell).messages, quantile);
    }

    /** Returns a quantile of mebibytes a second of a cell over all complete groups of time. */
    double mebibytes(int cell, double quantile) {
        return quantile(rates.get(cell).mebibytes, quantile);
    }

    /** Groups without the cell are 0, which no rate is below: they come first, and the quantile is one of the rest. */
    private double quantile(Quantiles values, double quantile) {
        long count = values.count();
        long zeros = Math.max(0, completeGroups() - count);
        long rank = (long) Math.ceil((zeros + count) * (quantile - 1e-15));
        return rank <= zeros && zeros > 0 ? 0 : values.quantile(Math.min(1, (double) (rank - zeros) / count));
    }

    long memoryBytes() {
        long bytes = cells.memoryBytes();
        for (Rate rate : rates) {
            bytes += rate.messages.memoryBytes() + rate.mebibytes.memoryBytes();
        }
        return bytes;
    }
}

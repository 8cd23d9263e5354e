package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.statistics.RollingSums;
import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.query.internal.stream.Quantiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Calls a second of each operation, and of all, over windows of given lengths, each a twentieth of its length after the one
 * before; the first begins with the first call. Windows that are not over at the last call do not count. The memory does not
 * depend on the calls.
 */
final class RollingRateAnalysis extends TraceAnalysis {

    private static final ResultTable TABLE = ResultTable.of(
            "nfs_hostinfo_rolling",
            "interval_len:r",
            "sample_freq:r",
            "operation:t",
            "nmeasure:i",
            "mean_operations_per_second:r",
            "quantile:r",
            "operations_per_second:r");
    private static final Set<String> COLUMNS = Set.of("packet_at", "is_request", "nfs_version", "op_id", "operation");
    private static final Pattern LENGTH = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s)?");
    private static final double[] LADDER = {0.001, 0.01, 0.1, 1, 10, 60, 600, 3600};
    private static final double NANOS = 1e9;
    private static final int OPERATIONS = 256;

    /** The place of all operations together. */
    private static final int ALL = OPERATIONS;

    private final AnalysisOutput output;
    private final double[] lengths;
    private final Rate[][] rates;
    private long first = Long.MIN_VALUE;
    private long last = Long.MIN_VALUE;

    /** The windows of one length of an operation. Most have no call, so these are only counted. */
    private static final class Rate implements RollingSums.Closed {
        private final double seconds;
        private final Quantiles values = new Quantiles(0.005, 10_000_000_000L);
        private final RollingSums sums;
        private long empty;

        Rate(double seconds, long start) {
            this.seconds = seconds;
            this.sums = new RollingSums(Math.max(RollingSums.STEPS, (long) (seconds * NANOS)), this, Long.MAX_VALUE);
            sums.start(start);
        }

        @Override
        public void add(long bytes, long count) {
            if (count == 0) {
                empty++;
            } else {
                values.add(count / seconds);
            }
        }

        @Override
        public void addSame(long bytes, long count, long windows) {
            if (count == 0) {
                empty += windows;
            } else {
                RollingSums.Closed.super.addSame(bytes, count, windows);
            }
        }

        long windows() {
            return empty + values.count();
        }

        double mean() {
            return values.mean() * ((double) values.count() / windows());
        }

        /** Empty windows are 0, which no rate is below: they come first. */
        double quantile(double quantile) {
            long rank = Math.max(1, (long) Math.ceil(windows() * (quantile - 1e-15)));
            return rank <= empty ? 0 : values.quantile((double) (rank - empty) / values.count());
        }

        long memoryBytes() {
            return values.memoryBytes() + RollingSums.MEMORY_BYTES;
        }
    }

    /** @param range a length such as 1s, or 1ms..60s for these and what is usual between them */
    RollingRateAnalysis(String range, AnalysisOutput output) {
        this.output = output;
        this.lengths = lengths(range);
        this.rates = new Rate[OPERATIONS + 1][];
    }

    static double[] lengths(String range) {
        int dots = range.indexOf("..");
        double least = length(range, dots < 0 ? range : range.substring(0, dots));
        double most = dots < 0 ? least : length(range, range.substring(dots + 2));
        if (least > most) {
            throw new IllegalArgumentException("hostinfo: rolling=" + range + " begins above its end");
        }
        List<Double> lengths = new ArrayList<>(List.of(least));
        for (double usual : LADDER) {
            if (usual > least && usual < most) {
                lengths.add(usual);
            }
        }
        if (most > least) {
            lengths.add(most);
        }
        return lengths.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double length(String range, String text) {
        Matcher matcher = LENGTH.matcher(text);
        if (matcher.matches()) {
            double value = Double.parseDouble(matcher.group(1));
            double seconds = "ms".equals(matcher.group(2)) ? value / 1000 : value;
            if (seconds >= LADDER[0] && seconds <= LADDER[LADDER.length - 1]) {
                return seconds;
            }
        }
        throw new IllegalArgumentException(
                "hostinfo: rolling takes lengths from 1ms to 3600s, such as 1s or 1ms..60s, got '" + range + "'");
    }

    @Override
    String name() {
        return "hostinfo";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.COMMON ? COLUMNS : Set.of();
    }

    @Override
    void common(CommonRows rows, int row) {
        if (rows.isRequest(row)) {
            long nanos = rows.timeNanos(row);
            if (first == Long.MIN_VALUE) {
                first = nanos;
            }
            last = Math.max(last, nanos);
            add(rows.operation(row), nanos);
            add(ALL, nanos);
        }
    }

    private void add(int operation, long nanos) {
        Rate[] of = rates[operation];
        if (of == null) {
            of = Arrays.stream(lengths)
                    .mapToObj(length -> new Rate(length, first))
                    .toArray(Rate[]::new);
            rates[operation] = of;
        }
        for (Rate rate : of) {
            rate.sums.add(nanos, 0);
        }
    }

    @Override
    void finish() throws IOException {
        for (int length = 0; length < lengths.length; length++) {
            for (int operation = 0; operation < rates.length; operation++) {
                if (rates[operation] != null) {
                    Rate rate = rates[operation][length];
                    rate.sums.advance(last);
                    print(rate, operation == ALL ? null : Operations.name(operation));
                }
            }
        }
    }

    private void print(Rate rate, @Nullable String operation) throws IOException {
        for (int percent = 0; percent <= 100 && rate.windows() > 0; percent++) {
            double quantile = percent / 100.0;
            if (output.isClassic()) {
                output.text(
                        "rolling " + CNumberFormat.fixed(rate.seconds, 3) + "s " + (operation == null ? "*" : operation)
                                + " " + percent + "% " + CNumberFormat.fixed(rate.quantile(quantile), 2) + "\n");
            } else {
                output.row(
                        TABLE,
                        rate.seconds,
                        rate.seconds / RollingSums.STEPS,
                        operation,
                        rate.windows(),
                        rate.mean(),
                        quantile,
                        rate.quantile(quantile));
            }
        }
    }

    @Override
    long memoryBytes() {
        return Arrays.stream(rates)
                .filter(of -> of != null)
                .flatMap(Arrays::stream)
                .mapToLong(Rate::memoryBytes)
                .sum();
    }
}

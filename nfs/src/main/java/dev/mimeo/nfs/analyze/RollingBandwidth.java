package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.statistics.RollingSums;
import dev.mimeo.internal.statistics.TimeOrder;
import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.query.internal.stream.QuantileText;
import dev.mimeo.query.internal.stream.Quantiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bandwidth and packet rate over windows of given lengths, each a twentieth of its length after the one before. Windows that
 * are not over at the end of the trace do not count. The memory does not depend on the packets.
 */
final class RollingBandwidth extends TraceAnalysis {

    private static final ResultTable TABLE = ResultTable.of(
            "ip_bw_rolling", "type:t", "interval_len:r", "sample_freq:r", "nmeasure:i", "quantile:r", "val:r");
    private static final double MIB = 1024 * 1024;

    private final AnalysisOutput output;
    private final List<Window> windows = new ArrayList<>();
    private final double reorderSeconds;
    private @Nullable TimeOrder order;

    /** Of the first packet; times of other units are made ones of these. */
    private double unitsPerSecond;

    private long bytes;

    RollingBandwidth(AnalysisRequest.Bandwidth request, AnalysisOutput output) {
        this.output = output;
        this.reorderSeconds = request.reorderSeconds();
        for (double seconds : request.windowSeconds()) {
            windows.add(new Window(seconds, output.isClassic()));
        }
    }

    /** The windows of one length. Those without packets, which may be very many, are only counted. */
    private static final class Window implements RollingSums.Closed {
        private final double seconds;
        private final boolean classic;
        private final Quantiles mebibytes;
        private final Quantiles megabits;
        private final Quantiles kilopackets;
        private @Nullable RollingSums sums;
        private long empty;

        /** @param classic whether windows without packets are among the values, so that the text is that of the tools of 2009 */
        Window(double seconds, boolean classic) {
            this.seconds = seconds;
            this.classic = classic;
            long bound = (long) Math.max(100, 20 * 14 * 86_400 / seconds);
            this.mebibytes = new Quantiles(0.005, bound);
            this.megabits = new Quantiles(0.005, bound);
            this.kilopackets = new Quantiles(0.005, bound);
        }

        void start(double unitsPerSecond) {
            long length = (long) (seconds * unitsPerSecond);
            sums = new RollingSums(Math.max(RollingSums.STEPS, length), unitsPerSecond, this);
        }

        void packet(long time, int length) {
            if (sums != null) {
                sums.add(time, length);
            }
        }

        @Override
        public void add(long bytes, long packets) {
            if (packets == 0 && !classic) {
                empty++;
                return;
            }
            mebibytes.add(bytes / MIB / seconds);
            megabits.add(bytes * 8 / (seconds * 1e6));
            kilopackets.add(packets / (seconds * 1e3));
        }

        @Override
        public void addSame(long bytes, long packets, long count) {
            if (packets == 0 && !classic) {
                empty += count;
            } else {
                RollingSums.Closed.super.addSame(bytes, packets, count);
            }
        }

        long count() {
            return empty + megabits.count();
        }

        /** Windows without packets are 0, which no other is below: they come first. */
        double quantile(Quantiles values, double quantile) {
            long rank = Math.max(1, (long) Math.ceil(count() * (quantile - 1e-15)));
            return rank <= empty ? 0 : values.quantile((double) (rank - empty) / values.count());
        }

        void print(AnalysisOutput output, Quantiles values, String unit) throws IOException {
            double step = seconds / RollingSums.STEPS;
            QuantileRows.printWithTail(
                    output, TABLE, count(), share -> quantile(values, share), unit, seconds, step, count());
        }
    }

    @Override
    String name() {
        return "ipbw";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.PACKETS ? Set.of("packet_at", "wire_length") : Set.of();
    }

    @Override
    void packet(PacketRows rows, int row) {
        bytes += rows.wireBytes(row);
        TimeOrder to = order;
        if (to == null) {
            unitsPerSecond = rows.unitsPerSecond();
            windows.forEach(window -> window.start(unitsPerSecond));
            to = new TimeOrder((long) (reorderSeconds * unitsPerSecond), this::ordered);
            order = to;
        }
        boolean same = unitsPerSecond == rows.unitsPerSecond();
        to.add(same ? rows.time(row) : (long) (rows.timeNanos(row) * (unitsPerSecond / 1e9)), rows.wireBytes(row));
    }

    private void ordered(long time, int length) {
        for (Window window : windows) {
            window.packet(time, length);
        }
    }

    @Override
    void finish() throws IOException {
        if (order != null) {
            order.finish();
        }
        if (output.isClassic()) {
            output.text(classic());
            return;
        }
        for (Window window : windows) {
            window.print(output, window.mebibytes, "MiB/s");
            window.print(output, window.megabits, "Mbps");
            window.print(output, window.kilopackets, "kpps");
        }
    }

    private String classic() {
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "IPRollingPacketStatistics");
        text.append("sum-wire-len=").append(bytes).append('\n');
        for (Window window : windows) {
            if (window.megabits.count() > 0) {
                append(text, "MiB/s", window, window.mebibytes);
                append(text, "Mbps", window, window.megabits);
                append(text, "kpps", window, window.kilopackets);
                text.append('\n');
            }
        }
        ClassicText.end(text, "IPRollingPacketStatistics");
        return text.toString();
    }

    private static void append(StringBuilder text, String unit, Window window, Quantiles values) {
        text.append(unit).append(" for interval len of ").append(CNumberFormat.general(window.seconds, 6));
        text.append("s with samples every ");
        text.append(CNumberFormat.general(window.seconds / RollingSums.STEPS, 6))
                .append("s\n");
        QuantileText.appendRanges(text, values, QuantileText.RANGES);
        QuantileText.appendTails(text, values);
    }

    @Override
    long memoryBytes() {
        long sum = order == null ? 0 : order.memoryBytes();
        for (Window window : windows) {
            sum += window.mebibytes.memoryBytes()
                    + window.megabits.memoryBytes()
                    + window.kilopackets.memoryBytes()
                    + RollingSums.MEMORY_BYTES;
        }
        return sum;
    }
}

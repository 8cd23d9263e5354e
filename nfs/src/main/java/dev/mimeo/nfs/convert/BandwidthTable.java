package dev.mimeo.nfs.convert;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.internal.statistics.RollingSums;
import dev.mimeo.internal.statistics.TimeOrder;
import dev.mimeo.statistics.QuantileSketch;
import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Quantiles of the bandwidth of IP packets over windows of several lengths, each a twentieth of its length after the one before.
 * Packets are put in the order of their times, as far as 500,000 of them are enough for that. Windows that are not over at the
 * last packet do not count, nor those inside a pause of more than an hour. Takes at most 12 MiB of memory. Not thread-safe.
 */
final class BandwidthTable {

    private static final int[] MICROSECONDS = {1_000, 10_000, 100_000, 1_000_000, 5_000_000, 15_000_000, 60_000_000};

    private static final double UNITS_PER_SECOND = 0x1p32;
    private static final double ERROR = 0.005;

    /** The error is kept for captures of two weeks. */
    private static final double BOUND_SECONDS = 14 * 86_400.0;

    /** Values that a tail has at least. */
    private static final int TAIL_VALUES = 10;

    private final TimeOrder order = new TimeOrder(Long.MAX_VALUE, this::ordered);
    private final Windows[] windows =
            IntStream.of(MICROSECONDS).mapToObj(Windows::new).toArray(Windows[]::new);
    private final RollingSums[] sums = Stream.of(windows).map(of -> of.sums).toArray(RollingSums[]::new);

    /** The windows of one length. Those without packets, which may be very many, are only counted. */
    private static final class Windows implements RollingSums.Closed {
        private final int microseconds;

        /** Bytes of the windows that have packets: whole numbers are sorted faster than megabits. */
        private final QuantileSketch bytes;

        private final RollingSums sums;
        private final double megabitsPerByte;
        private long empty;

        Windows(int microseconds) {
            this.microseconds = microseconds;
            double seconds = microseconds / 1e6;
            megabitsPerByte = 8 / (double) microseconds;
            bytes = new QuantileSketch(ERROR, (long) (RollingSums.STEPS * BOUND_SECONDS / seconds));
            sums = new RollingSums((long) (seconds * UNITS_PER_SECOND), UNITS_PER_SECOND, this);
        }

        @Override
        public void add(long sum, long packets) {
            addSame(sum, packets, 1);
        }

        @Override
        public void addSame(long sum, long packets, long count) {
            if (packets == 0) {
                empty += count;
            } else {
                bytes.add((double) sum, count);
            }
        }

        long count() {
            return empty + bytes.count();
        }

        /** Windows without packets are 0, which no other is below: they come first. */
        double quantile(double quantile) {
            long rank = Math.max(1, (long) Math.ceil(count() * (quantile - 1e-15)));
            return rank <= empty ? 0 : bytes.quantile((double) (rank - empty) / bytes.count()) * megabitsPerByte;
        }
    }

    /**
     * Adds a packet.
     *
     * @param bytes its size on the link
     */
    void packet(long time, int bytes) {
        order.add(time, bytes);
    }

    private void ordered(long time, int bytes) {
        for (RollingSums of : sums) {
            of.add(time, bytes);
        }
    }

    /** Writes the rows, after the last packet: every twentieth, and of the tail as much as ten values are above. */
    void write(ExtentOutput to) throws IOException {
        order.finish();
        for (Windows of : windows) {
            for (int percent = 5; percent <= 95 && of.count() > 0; percent += 5) {
                row(to, of, percent / 100.0);
            }
            for (long part = 100; of.count() / part >= TAIL_VALUES; part *= 10) {
                row(to, of, 1 - 1.0 / part);
                row(to, of, 1 - 0.5 / part);
            }
        }
    }

    private static void row(ExtentOutput to, Windows of, double quantile) throws IOException {
        ExtentBuilder row = to.addRow();
        row.setInt(0, of.microseconds);
        row.setInt(1, of.microseconds / RollingSums.STEPS);
        row.setLong(2, of.count());
        row.setDouble(3, quantile);
        row.setDouble(4, of.quantile(quantile));
    }
}

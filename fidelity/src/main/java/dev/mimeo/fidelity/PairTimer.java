package dev.mimeo.fidelity;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.codec.Codec;
import dev.mimeo.internal.time.CpuClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * Measures what one codec makes of two equally long ranges, the original's and the synthetic's.
 *
 * <p>Both are compressed and decompressed in turn, and the side that goes first alternates, so that warm caches, a rising
 * clock frequency or a noisy neighbour favour neither. A section too short for the clock is run several times within one
 * reading, as often for both sides. Every block is decompressed and compared once; nothing is allocated in a timed
 * section except by the codec itself.
 */
final class PairTimer {

    private static final int ORIGINAL = 0;
    private static final int SYNTHETIC = 1;

    /** Duration of a reading of both sides that needs no repetition: it averages out the noise of shorter ones. */
    private static final long LONG_READING_NANOS = 500_000_000L;

    /** Readings without a new minimum after which the compiler has done its work. */
    private static final int SETTLED_READINGS = 5;

    private final Codec codec;
    private final CpuClock clock;
    private final long shortestReading;
    private final byte[] compressed;
    private final byte[] restored;
    private final double[][] compressNanos;
    private final double[][] decompressNanos;
    private final int[] sizes = new int[2];
    private final double[] warmCompressRatios = new double[SETTLED_READINGS];
    private final double[] warmDecompressRatios = new double[SETTLED_READINGS];
    private int warmReadings;
    private int readings;

    /**
     * Allocates all buffers.
     *
     * @param capacity longest range, bytes
     * @param mostReadings largest number of readings of one pair
     */
    PairTimer(Codec codec, CpuClock clock, long shortestReading, int capacity, int mostReadings) {
        this.codec = codec;
        this.clock = clock;
        this.shortestReading = shortestReading;
        this.compressed = new byte[codec.maxCompressedLength(capacity)];
        this.restored = new byte[capacity];
        this.compressNanos = new double[2][mostReadings];
        this.decompressNanos = new double[2][mostReadings];
        // Touch the pages now rather than in the first timed section.
        Arrays.fill(compressed, (byte) 1);
        Arrays.fill(restored, (byte) 1);
    }

    /**
     * Measures a pair; the results stay until the next call.
     *
     * @param length bytes, at least 1
     * @param least readings to take whatever the budget, unless a reading of both sides takes half a second or longer
     * @param most readings at most
     * @param budgetNanos after which no reading beyond {@code least} is begun
     * @param parity decides which side goes first
     * @throws InterruptedIOException if the thread is interrupted
     * @throws IOException if a block does not survive compression and decompression
     */
    void measure(byte[] original, byte[] synthetic, int length, int least, int most, long budgetNanos, int parity)
            throws IOException {
        long start = clock.nanos();
        int first = parity & 1;
        byte[][] sides = {original, synthetic};
        long[][] pilot = new long[2][];
        pilot[first] = tryOut(sides[first], length, first);
        pilot[1 - first] = tryOut(sides[1 - first], length, 1 - first);
        int compressRounds = rounds(Math.min(pilot[ORIGINAL][0], pilot[SYNTHETIC][0]));
        int decompressRounds = rounds(Math.min(pilot[ORIGINAL][1], pilot[SYNTHETIC][1]));
        readings = 0;
        if (compressRounds == 1 && decompressRounds == 1) {
            for (int side = 0; side < 2; side++) {
                compressNanos[side][0] = pilot[side][0];
                decompressNanos[side][0] = pilot[side][1];
            }
            readings = 1;
        }
        int needed =
                pilot[ORIGINAL][0] + pilot[ORIGINAL][1] + pilot[SYNTHETIC][0] + pilot[SYNTHETIC][1] < LONG_READING_NANOS
                        ? least
                        : 1;
        while (readings < most && (readings < needed || clock.nanos() - start < budgetNanos)) {
            int turn = (first + readings) & 1;
            read(sides[turn], length, turn, compressRounds, decompressRounds);
            read(sides[1 - turn], length, 1 - turn, compressRounds, decompressRounds);
            readings++;
        }
    }

    private int rounds(long nanos) {
        return (int) Math.min(1000, (shortestReading + Math.max(1, nanos) - 1) / Math.max(1, nanos));
    }

    /** Compresses and decompresses once, checks the result, and returns both times. */
    private long[] tryOut(byte[] data, int length, int side) throws IOException {
        stopIfInterrupted();
        long start = clock.nanos();
        int size = codec.compress(data, 0, length, compressed, 0, compressed.length);
        long middle = clock.nanos();
        int restoredLength = decompress(size);
        long end = clock.nanos();
        if (restoredLength != length || !Arrays.equals(data, 0, length, restored, 0, length)) {
            throw MimeoException.of(
                    codec.name(), Reason.CORRUPT, "a block of " + length + " bytes does not survive a round trip");
        }
        sizes[side] = size;
        return new long[] {middle - start, end - middle};
    }

    private void read(byte[] data, int length, int side, int compressRounds, int decompressRounds) throws IOException {
        stopIfInterrupted();
        int size = 0;
        long start = clock.nanos();
        for (int i = 0; i < compressRounds; i++) {
            size = codec.compress(data, 0, length, compressed, 0, compressed.length);
        }
        long middle = clock.nanos();
        for (int i = 0; i < decompressRounds; i++) {
            decompress(size);
        }
        long end = clock.nanos();
        compressNanos[side][readings] = (double) (middle - start) / compressRounds;
        decompressNanos[side][readings] = (double) (end - middle) / decompressRounds;
    }

    private int decompress(int size) throws IOException {
        try {
            return codec.decompress(compressed, 0, size, restored, 0, restored.length);
        } catch (DataFormatException e) {
            throw new MimeoException(
                    codec.name(),
                    -1,
                    Reason.CORRUPT,
                    codec.name() + ": cannot decompress a block that it compressed",
                    e);
        }
    }

    private static void stopIfInterrupted() throws InterruptedIOException {
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while measuring");
        }
    }

    /**
     * Repeats a pair until its time no longer falls, so that the compiler has done its work before anything counts. The last
     * repetitions give the noise of a later measurement that has only one reading.
     *
     * @param budgetNanos after which no repetition is begun
     */
    void warmUp(byte[] original, byte[] synthetic, int length, long budgetNanos) throws IOException {
        long start = clock.nanos();
        double best = Double.MAX_VALUE;
        int settled = 0;
        warmReadings = 0;
        while (settled < SETTLED_READINGS) {
            measure(original, synthetic, length, 1, 1, 0, warmReadings);
            warmCompressRatios[warmReadings % SETTLED_READINGS] = ratio(compressNanos, 0);
            warmDecompressRatios[warmReadings % SETTLED_READINGS] = ratio(decompressNanos, 0);
            warmReadings++;
            double time = compressNanos[ORIGINAL][0]
                    + compressNanos[SYNTHETIC][0]
                    + decompressNanos[ORIGINAL][0]
                    + decompressNanos[SYNTHETIC][0];
            settled = time < 0.97 * best ? 0 : settled + 1;
            best = Math.min(best, time);
            if (clock.nanos() - start >= budgetNanos) {
                return;
            }
        }
    }

    /** Returns how many readings of each time there are. */
    int readings() {
        return readings;
    }

    /** Returns the compressed sizes, bytes. */
    ComparisonResult.MeasuredPair sizes() {
        return new ComparisonResult.MeasuredPair(sizes[ORIGINAL], sizes[SYNTHETIC]);
    }

    /** Returns the median compression times with their noise. */
    CodecComparison.TimeFigure compressTime() {
        return figure(compressNanos, warmCompressRatios);
    }

    /** Returns the median decompression times with their noise. */
    CodecComparison.TimeFigure decompressTime() {
        return figure(decompressNanos, warmDecompressRatios);
    }

    private CodecComparison.TimeFigure figure(double[][] nanos, double[] warmRatios) {
        double[] ratios = new double[readings];
        for (int i = 0; i < readings; i++) {
            ratios[i] = ratio(nanos, i);
        }
        double[] spread = readings > 1 ? ratios : Arrays.copyOf(warmRatios, Math.min(warmReadings, SETTLED_READINGS));
        return new CodecComparison.TimeFigure(
                Statistics.lowerMedian(nanos[ORIGINAL], readings) / 1e9,
                Statistics.lowerMedian(nanos[SYNTHETIC], readings) / 1e9,
                Statistics.medianUncertainty(spread));
    }

    private static double ratio(double[][] nanos, int reading) {
        return 1 + Statistics.deviation(nanos[ORIGINAL][reading], nanos[SYNTHETIC][reading]);
    }

    /** Returns the relative difference of the original's first two compression times, 0 if there is only one. */
    double compressSpread() {
        return spread(compressNanos[ORIGINAL]);
    }

    /** Returns the relative difference of the original's first two decompression times, 0 if there is only one. */
    double decompressSpread() {
        return spread(decompressNanos[ORIGINAL]);
    }

    private double spread(double[] nanos) {
        return readings < 2 ? 0 : Math.abs(Statistics.deviation(nanos[0], nanos[1]));
    }
}

package dev.mimeo.garage.internal.codec;

import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Floating point numbers that are integers divided by a number: decimal fractions, shares of a fixed count, and, if the time
 * since the sample before is a factor of the number, counts that a collector turned into rates or into percentages of that time.
 *
 * <p>A column is two {@link IntegerStream}s: the integers {@code q}, and what is to be added to the ordered bits of {@code q /
 * divisor}, rounded to the size of the numbers, to get those of the number itself. The latter are mostly all 0. So every number
 * comes back, and one that is not a multiple only costs more.
 */
final class MultipleCodec {

    /** Quotients that stay in the first cache between the loops over them. */
    private static final int BLOCK = 512;

    private final IntegerStream stream;
    private long[] multiples = {};
    private long[] corrections = {};
    private final double[] quotients = new double[BLOCK];

    MultipleCodec(IntegerStream stream) {
        this.stream = stream;
    }

    private void makeRoom(int count) {
        if (multiples.length < count) {
            multiples = new long[count];
            corrections = new long[count];
        }
    }

    /** Returns the integer for a number: that of the multiple which is nearest. */
    static long multiple(double value, double divisor) {
        return (long) Math.rint(value * divisor);
    }

    /**
     * Encodes numbers.
     *
     * @param seconds factors of the divisor, one for each number; null if all are 1
     * @param order order of differences of the integers
     */
    void encode(OrderedFloats numbers, double divisor, double @Nullable [] seconds, int order, ByteSink out) {
        int count = numbers.count();
        makeRoom(count);
        double[] values = numbers.values();
        long[] ordered = numbers.ordered();
        for (int i = 0; i < count; i++) {
            double by = seconds == null ? divisor : seconds[i] * divisor;
            multiples[i] = multiple(values[i], by);
            corrections[i] = ordered[i] - numbers.ordered(multiples[i] / by);
        }
        stream.encode(multiples, count, order, out);
        stream.encode(corrections, count, out);
    }

    void decode(ByteSource in, double divisor, float[] values, int from, int count, double @Nullable [] seconds)
            throws DataFormatException {
        boolean corrected = decodeStreams(in, count);
        for (int start = 0; start < count; start += BLOCK) {
            int size = Math.min(BLOCK, count - start);
            divide(start, size, divisor, seconds);
            for (int i = 0; i < size; i++) {
                values[from + start + i] = (float) quotients[i];
            }
        }
        if (corrected) {
            for (int i = 0; i < count; i++) {
                int ordered = OrderedFloats.order(Float.floatToRawIntBits(values[from + i])) + (int) corrections[i];
                values[from + i] = Float.intBitsToFloat(OrderedFloats.order(ordered));
            }
        }
    }

    void decode(ByteSource in, double divisor, double[] values, int from, int count, double @Nullable [] seconds)
            throws DataFormatException {
        boolean corrected = decodeStreams(in, count);
        for (int start = 0; start < count; start += BLOCK) {
            int size = Math.min(BLOCK, count - start);
            divide(start, size, divisor, seconds);
            System.arraycopy(quotients, 0, values, from + start, size);
        }
        if (corrected) {
            for (int i = 0; i < count; i++) {
                long ordered = OrderedFloats.order(Double.doubleToRawLongBits(values[from + i])) + corrections[i];
                values[from + i] = Double.longBitsToDouble(OrderedFloats.order(ordered));
            }
        }
    }

    /** Returns whether there are corrections. */
    private boolean decodeStreams(ByteSource in, int count) throws DataFormatException {
        makeRoom(count);
        stream.decode(in, multiples, count);
        if (IntegerStream.skipZeros(in)) {
            return false;
        }
        stream.decode(in, corrections, count);
        return true;
    }

    /** Divides a block of the integers; loops that do one thing each are those that a compiler turns into vector instructions. */
    private void divide(int start, int size, double divisor, double @Nullable [] seconds) {
        double[] results = quotients;
        for (int i = 0; i < size; i++) {
            results[i] = multiples[start + i];
        }
        if (seconds != null) {
            for (int i = 0; i < size; i++) {
                results[i] /= seconds[start + i] * divisor;
            }
        } else if (divisor != 1) {
            for (int i = 0; i < size; i++) {
                results[i] /= divisor;
            }
        }
    }
}

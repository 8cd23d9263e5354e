package dev.mimeo.garage.internal.codec;

import dev.mimeo.garage.codec.Scheme;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes columns of numbers. For one thread at a time; what it writes can be used again for the next column.
 *
 * <p>An encoded column is one byte that says how it is stored, and what follows from that. It says neither how many values
 * there are nor of which type, and has no checksum: who stores it knows and adds these.
 */
@SuppressWarnings("EnumOrdinal") // The order is part of the format.
public final class ColumnEncoder implements AutoCloseable {

    /** A dictionary is of use if values repeat that often. */
    private static final int REPEATS = 3;

    /** There is little to gain from a dictionary for values of fewer bits each. */
    private static final int FEW_BITS = 2;

    /** A dictionary is tried if it takes less than this part of the bits that the numbers take. */
    private static final double GAIN = 0.98;

    /** Encodings are tried whose estimates are at most that many times the least. */
    private static final double CLOSE = 1.25;

    /** Bits of a value that are added to that, because samples miss rare values. */
    private static final double RARE_BITS = 0.1;

    private final Scheme scheme;
    private final StripeCodec stripes = new StripeCodec();
    private final IntegerStream integers = new IntegerStream();
    private final MultipleCodec multiples = new MultipleCodec(integers);
    private final DictionaryCodec dictionary = new DictionaryCodec(integers);
    private final FloatPlanner planner = new FloatPlanner();
    private final OrderedFloats exact = new OrderedFloats();
    private final OrderedFloats rounded = new OrderedFloats();
    private final ByteSink attempt = new ByteSink();

    /** Makes an encoder. */
    public ColumnEncoder(Scheme scheme) {
        this.scheme = scheme;
    }

    /**
     * Encodes floating point numbers of 32 bits.
     *
     * @param times times of each value, if known; then the decoder needs the same
     * @return whether the values are rounded as {@link Loss#round} does
     */
    public boolean encode(float[] values, int from, int count, Loss loss, @Nullable RowTimes times, ByteSink out) {
        Truncation truncation = Truncation.ofFloats(loss);
        boolean isLossy = truncation.bits() > 0;
        if (scheme == Scheme.DGZIP) {
            out.writeByte(Method.STRIPES.ordinal());
            stripes.encode(values, from, count, loss, out);
            return isLossy;
        }
        exact.set(values, from, count, Truncation.ofFloats(Loss.NONE));
        if (isLossy) {
            rounded.set(values, from, count, truncation);
        }
        return encodeNumbers(isLossy, times, out) == rounded;
    }

    /** Encodes floating point numbers of 64 bits, as those of 32 bits. */
    public boolean encode(double[] values, int from, int count, Loss loss, @Nullable RowTimes times, ByteSink out) {
        Truncation truncation = Truncation.ofDoubles(loss);
        boolean isLossy = truncation.bits() > 0;
        if (scheme == Scheme.DGZIP) {
            out.writeByte(Method.STRIPES.ordinal());
            stripes.encode(values, from, count, loss, out);
            return isLossy;
        }
        exact.set(values, from, count, Truncation.ofDoubles(Loss.NONE));
        if (isLossy) {
            rounded.set(values, from, count, truncation);
        }
        return encodeNumbers(isLossy, times, out) == rounded;
    }

    /** Encodes the exact or the rounded numbers, by an estimate or, where estimates are close, by trying; returns which. */
    private OrderedFloats encodeNumbers(boolean isLossy, @Nullable RowTimes times, ByteSink out) {
        List<FloatPlanner.Plan> plans = new ArrayList<>();
        plans.add(planner.plan(exact, times));
        if (isLossy) {
            // Rounding destroys multiples, so that what is exact may be shorter.
            plans.add(planner.planBits(rounded));
        }
        double least = least(plans);
        OrderedFloats numbers = isLossy ? rounded : exact;
        if (least >= FEW_BITS && dictionary.find(numbers, numbers.count() / REPEATS)) {
            FloatPlanner.Plan plan = planner.planDictionary(numbers, dictionary);
            if (plan.bits() < least * GAIN) {
                plans.add(plan);
                least = plan.bits();
            }
        }
        double limit = least * CLOSE + RARE_BITS;
        int start = out.size();
        int size = Integer.MAX_VALUE;
        OrderedFloats encoded = exact;
        for (FloatPlanner.Plan plan : plans) {
            if (plan.bits() <= limit) {
                attempt.truncate(0);
                encode(plan, times, attempt);
                if (attempt.size() < size) {
                    size = attempt.size();
                    encoded = plan.numbers();
                    out.truncate(start);
                    out.write(attempt.array(), 0, size);
                }
            }
        }
        return encoded;
    }

    private static double least(List<FloatPlanner.Plan> plans) {
        return plans.stream().mapToDouble(FloatPlanner.Plan::bits).min().orElse(0);
    }

    private void encode(FloatPlanner.Plan plan, @Nullable RowTimes times, ByteSink out) {
        double[] seconds = times == null ? null : times.seconds();
        out.writeByte(plan.method().ordinal());
        switch (plan.method()) {
            case MULTIPLES -> {
                out.writeLong(Double.doubleToRawLongBits(plan.divisor()));
                multiples.encode(plan.numbers(), plan.divisor(), null, plan.order(), out);
            }
            case RATES -> multiples.encode(plan.numbers(), 1, seconds, plan.order(), out);
            case SCALED_RATES -> {
                out.writeLong(Double.doubleToRawLongBits(plan.divisor()));
                multiples.encode(plan.numbers(), plan.divisor(), seconds, plan.order(), out);
            }
            case DICTIONARY -> dictionary.encode(plan.numbers().count(), plan.order(), out);
            default -> integers.encode(plan.numbers().ordered(), plan.numbers().count(), plan.order(), out);
        }
    }

    /** Encodes integers. */
    public void encode(long[] values, int from, int count, ByteSink out) {
        if (scheme == Scheme.DGZIP) {
            out.writeByte(Method.VARIABLE.ordinal());
            IntegerBytes.encode(values, from, count, out);
        } else {
            encodeStream(values, from, count, out);
        }
    }

    /** Encodes integers that mostly grow, by mostly the same amount. */
    public void encodeTimes(long[] values, int from, int count, ByteSink out) {
        if (scheme == Scheme.DGZIP) {
            out.writeByte(Method.RUNS.ordinal());
            IntegerBytes.encodeRuns(values, from, count, out);
        } else {
            encodeStream(values, from, count, out);
        }
    }

    private void encodeStream(long[] values, int from, int count, ByteSink out) {
        out.writeByte(Method.INTEGERS.ordinal());
        long[] part = new long[count];
        System.arraycopy(values, from, part, 0, count);
        integers.encode(part, count, out);
    }

    /**
     * Encodes the times of the samples before.
     *
     * @param times times of the samples themselves, one for each value; the decoder needs the same
     */
    public void encodePreviousTimes(long[] values, int from, int count, long[] times, ByteSink out) {
        if (scheme == Scheme.DGZIP) {
            encodeTimes(values, from, count, out);
            return;
        }
        out.writeByte(Method.PREVIOUS_TIMES.ordinal());
        long[] rest = PreviousTimes.expected(times, count);
        for (int i = 0; i < count; i++) {
            rest[i] = values[from + i] - rest[i];
        }
        integers.encode(rest, count, out);
    }

    @Override
    public void close() {
        stripes.close();
        integers.close();
    }
}

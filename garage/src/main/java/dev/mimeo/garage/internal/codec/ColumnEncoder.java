package dev.mimeo.garage.internal.codec;

import dev.mimeo.garage.codec.Scheme;
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

    private final Scheme scheme;
    private final StripeCodec stripes = new StripeCodec();
    private final IntegerStream integers = new IntegerStream();
    private final MultipleCodec multiples = new MultipleCodec(integers);
    private final DictionaryCodec dictionary = new DictionaryCodec(integers);
    private final FloatPlanner planner = new FloatPlanner();
    private final OrderedFloats numbers = new OrderedFloats();
    private final ByteSink other = new ByteSink();

    /** Makes an encoder. */
    public ColumnEncoder(Scheme scheme) {
        this.scheme = scheme;
    }

    /**
     * Encodes floating point numbers of 32 bits.
     *
     * @param times times of each value, if known; then the decoder needs the same
     */
    public void encode(float[] values, int from, int count, Loss loss, @Nullable RowTimes times, ByteSink out) {
        if (scheme == Scheme.DGZIP) {
            out.writeByte(Method.STRIPES.ordinal());
            stripes.encode(values, from, count, loss, out);
            return;
        }
        numbers.set(values, from, count, Truncation.ofFloats(Loss.NONE));
        int start = out.size();
        encodeNumbers(times, out);
        if (Truncation.ofFloats(loss).bits() > 0) {
            numbers.set(values, from, count, Truncation.ofFloats(loss));
            replaceIfShorter(start, out);
        }
    }

    /** Encodes floating point numbers of 64 bits, as those of 32 bits. */
    public void encode(double[] values, int from, int count, Loss loss, @Nullable RowTimes times, ByteSink out) {
        if (scheme == Scheme.DGZIP) {
            out.writeByte(Method.STRIPES.ordinal());
            stripes.encode(values, from, count, loss, out);
            return;
        }
        numbers.set(values, from, count, Truncation.ofDoubles(Loss.NONE));
        int start = out.size();
        encodeNumbers(times, out);
        if (Truncation.ofDoubles(loss).bits() > 0) {
            numbers.set(values, from, count, Truncation.ofDoubles(loss));
            replaceIfShorter(start, out);
        }
    }

    /** Rounding destroys multiples, so that what is exact may be shorter. */
    private void replaceIfShorter(int start, ByteSink out) {
        other.truncate(0);
        encodeNumbers(null, other);
        if (other.size() < out.size() - start) {
            out.truncate(start);
            out.write(other.array(), 0, other.size());
        }
    }

    private void encodeNumbers(@Nullable RowTimes times, ByteSink out) {
        FloatPlanner.Plan plan = planner.plan(numbers, times);
        int start = out.size();
        out.writeByte(plan.method().ordinal());
        switch (plan.method()) {
            case MULTIPLES -> multiples.encode(numbers, plan.divisor(), null, out);
            case RATES -> multiples.encode(numbers, 0, times == null ? null : times.seconds(), out);
            default -> integers.encode(numbers.ordered(), numbers.count(), out);
        }
        tryDictionary(start, plan, out);
    }

    private void tryDictionary(int start, FloatPlanner.Plan plan, ByteSink out) {
        int count = numbers.count();
        int size = out.size() - start;
        // There is little to gain from values of few bits each.
        if (size * 8L < count * 2L) {
            return;
        }
        int found = dictionary.find(numbers, count / REPEATS);
        if (found > 0 && planner.isWorthTrying(dictionary, found, plan)) {
            ByteSink shorter = new ByteSink();
            shorter.writeByte(Method.DICTIONARY.ordinal());
            dictionary.encode(numbers, found, shorter);
            if (shorter.size() < size) {
                out.truncate(start);
                out.write(shorter.array(), 0, shorter.size());
            }
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

package dev.mimeo.garage.internal.codec;

import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes columns that {@link ColumnEncoder} encoded. For one thread at a time.
 *
 * <p>Whatever the bytes are, nothing is written outside of the part of the array that is to be filled, and memory is taken
 * in proportion to the number of values only. Bytes that were damaged may give wrong values; a checksum is for that.
 */
@SuppressWarnings("EnumOrdinal") // The order is part of the format.
public final class ColumnDecoder implements AutoCloseable {

    private final StripeCodec stripes = new StripeCodec();
    private final IntegerStream integers = new IntegerStream();
    private final MultipleCodec multiples = new MultipleCodec(integers);
    private final DictionaryCodec dictionary = new DictionaryCodec(integers);
    private long[] work = {};

    /**
     * Returns whether the times of samples are needed to decode a column.
     *
     * @param first its first byte
     */
    public static boolean needsTimes(byte first) {
        return first == Method.RATES.ordinal()
                || first == Method.SCALED_RATES.ordinal()
                || first == Method.PREVIOUS_TIMES.ordinal();
    }

    /**
     * Decodes floating point numbers of 32 bits.
     *
     * @param times as the encoder had them; may be null where {@link #needsTimes} says no
     * @throws DataFormatException if that is not what the bytes hold
     */
    public void decode(ByteSource in, float[] values, int from, int count, @Nullable RowTimes times)
            throws DataFormatException {
        switch (Method.read(in)) {
            case STRIPES -> stripes.decode(in, values, from, count);
            case BITS -> {
                makeRoom(count);
                integers.decode(in, work, count);
                for (int i = 0; i < count; i++) {
                    values[from + i] = Float.intBitsToFloat(OrderedFloats.order((int) work[i]));
                }
            }
            case MULTIPLES -> multiples.decode(in, divisor(in), values, from, count, null);
            case RATES ->
                multiples.decode(in, 1, values, from, count, require(times).seconds());
            case SCALED_RATES ->
                multiples.decode(
                        in, divisor(in), values, from, count, require(times).seconds());
            case DICTIONARY -> dictionary.decode(in, values, from, count);
            case VARIABLE, RUNS, INTEGERS, PREVIOUS_TIMES -> throw wrongType();
        }
    }

    /** Decodes floating point numbers of 64 bits, as those of 32 bits. */
    public void decode(ByteSource in, double[] values, int from, int count, @Nullable RowTimes times)
            throws DataFormatException {
        switch (Method.read(in)) {
            case STRIPES -> stripes.decode(in, values, from, count);
            case BITS -> {
                makeRoom(count);
                integers.decode(in, work, count);
                for (int i = 0; i < count; i++) {
                    values[from + i] = Double.longBitsToDouble(OrderedFloats.order(work[i]));
                }
            }
            case MULTIPLES -> multiples.decode(in, divisor(in), values, from, count, null);
            case RATES ->
                multiples.decode(in, 1, values, from, count, require(times).seconds());
            case SCALED_RATES ->
                multiples.decode(
                        in, divisor(in), values, from, count, require(times).seconds());
            case DICTIONARY -> dictionary.decode(in, values, from, count);
            case VARIABLE, RUNS, INTEGERS, PREVIOUS_TIMES -> throw wrongType();
        }
    }

    /** Decodes integers, as floating point numbers of 32 bits. */
    public void decode(ByteSource in, long[] values, int from, int count, @Nullable RowTimes times)
            throws DataFormatException {
        switch (Method.read(in)) {
            case VARIABLE -> IntegerBytes.decode(in, values, from, count);
            case RUNS -> IntegerBytes.decodeRuns(in, values, from, count);
            case INTEGERS -> {
                makeRoom(count);
                integers.decode(in, work, count);
                System.arraycopy(work, 0, values, from, count);
            }
            case PREVIOUS_TIMES -> {
                makeRoom(count);
                integers.decode(in, work, count);
                long[] expected = PreviousTimes.expected(require(times).times(), count);
                for (int i = 0; i < count; i++) {
                    values[from + i] = work[i] + expected[i];
                }
            }
            case STRIPES, BITS, MULTIPLES, RATES, DICTIONARY, SCALED_RATES -> throw wrongType();
        }
    }

    private void makeRoom(int count) {
        if (work.length < count) {
            work = new long[count];
        }
    }

    private static double divisor(ByteSource in) throws DataFormatException {
        return Double.longBitsToDouble(in.readLong());
    }

    private static RowTimes require(@Nullable RowTimes times) throws DataFormatException {
        if (times == null) {
            throw new DataFormatException("the codec needs the times of samples, and there are none");
        }
        return times;
    }

    private static DataFormatException wrongType() {
        return new DataFormatException("the codec is not one for values of this type");
    }

    @Override
    public void close() {
        stripes.close();
        integers.close();
    }
}

package dev.mimeo.garage.codec;

import java.util.zip.DataFormatException;

/**
 * Decodes columns that {@link ColumnEncoder} encoded. For one thread at a time.
 *
 * <p>Whatever the bytes are, nothing is written outside of the part of the array that is to be filled, and memory is taken
 * in proportion to the number of values only. Bytes that were damaged may give wrong values; a checksum is for that.
 */
public final class ColumnDecoder implements AutoCloseable {

    private final StripeCodec stripes = new StripeCodec();

    /**
     * Decodes floating point numbers of 32 bits.
     *
     * @throws DataFormatException if that is not what the bytes hold
     */
    public void decode(ByteSource in, float[] values, int from, int count) throws DataFormatException {
        switch (Method.read(in)) {
            case STRIPES -> stripes.decode(in, values, from, count);
            case VARIABLE, RUNS -> throw wrongType();
        }
    }

    /** Decodes floating point numbers of 64 bits, as {@link #decode(ByteSource, float[], int, int)} does. */
    public void decode(ByteSource in, double[] values, int from, int count) throws DataFormatException {
        switch (Method.read(in)) {
            case STRIPES -> stripes.decode(in, values, from, count);
            case VARIABLE, RUNS -> throw wrongType();
        }
    }

    /** Decodes integers, as {@link #decode(ByteSource, float[], int, int)} does. */
    public void decode(ByteSource in, long[] values, int from, int count) throws DataFormatException {
        switch (Method.read(in)) {
            case VARIABLE -> IntegerBytes.decode(in, values, from, count);
            case RUNS -> IntegerBytes.decodeRuns(in, values, from, count);
            case STRIPES -> throw wrongType();
        }
    }

    private static DataFormatException wrongType() {
        return new DataFormatException("the codec is not one for values of this type");
    }

    @Override
    public void close() {
        stripes.close();
    }
}

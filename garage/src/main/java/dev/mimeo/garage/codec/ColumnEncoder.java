package dev.mimeo.garage.codec;

/**
 * Encodes columns of numbers. For one thread at a time; what it writes can be used again for the next column.
 *
 * <p>An encoded column is one byte that says how it is stored, and what follows from that. It says neither how many values
 * there are nor of which type, and has no checksum: who stores it knows and adds these.
 */
public final class ColumnEncoder implements AutoCloseable {

    private final StripeCodec stripes = new StripeCodec();

    /** Encodes floating point numbers of 32 bits. */
    public void encode(float[] values, int from, int count, Loss loss, ByteSink out) {
        out.writeByte(Method.STRIPES.ordinal());
        stripes.encode(values, from, count, loss, out);
    }

    /** Encodes floating point numbers of 64 bits. */
    public void encode(double[] values, int from, int count, Loss loss, ByteSink out) {
        out.writeByte(Method.STRIPES.ordinal());
        stripes.encode(values, from, count, loss, out);
    }

    /** Encodes integers. */
    public void encode(long[] values, int from, int count, ByteSink out) {
        out.writeByte(Method.VARIABLE.ordinal());
        IntegerBytes.encode(values, from, count, out);
    }

    /** Encodes integers that mostly grow, by mostly the same amount. */
    public void encodeTimes(long[] values, int from, int count, ByteSink out) {
        out.writeByte(Method.RUNS.ordinal());
        IntegerBytes.encodeRuns(values, from, count, out);
    }

    @Override
    public void close() {
        stripes.close();
    }
}

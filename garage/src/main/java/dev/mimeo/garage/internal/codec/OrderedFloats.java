package dev.mimeo.garage.internal.codec;

/**
 * Floating point numbers of either size as what codecs work on: their values, and their bits as integers that are in the same
 * order as the values. For one thread at a time; the arrays are used again.
 */
final class OrderedFloats {

    private boolean single;
    private int count;
    private double[] values = {};
    private long[] ordered = {};

    private void makeRoom(int size) {
        count = size;
        if (values.length < size) {
            values = new double[size];
            ordered = new long[size];
        }
    }

    void set(float[] source, int from, int size, Truncation truncation) {
        makeRoom(size);
        single = true;
        for (int i = 0; i < size; i++) {
            int bits = truncation.apply(Float.floatToRawIntBits(source[from + i]));
            values[i] = Float.intBitsToFloat(bits);
            ordered[i] = order(bits);
        }
    }

    void set(double[] source, int from, int size, Truncation truncation) {
        makeRoom(size);
        single = false;
        for (int i = 0; i < size; i++) {
            long bits = truncation.apply(Double.doubleToRawLongBits(source[from + i]));
            values[i] = Double.longBitsToDouble(bits);
            ordered[i] = order(bits);
        }
    }

    /** Returns whether the numbers have 32 bits. */
    boolean isSingle() {
        return single;
    }

    int count() {
        return count;
    }

    double[] values() {
        return values;
    }

    /** Returns the bits as integers in order. */
    long[] ordered() {
        return ordered;
    }

    /** Returns the ordered bits of what a value is as a number of the size of these. */
    long ordered(double value) {
        return single ? order(Float.floatToRawIntBits((float) value)) : order(Double.doubleToRawLongBits(value));
    }

    /** Maps bits to an integer that is in the order of the values; it is its own inverse. */
    static int order(int bits) {
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }

    /** Maps bits to an integer that is in the order of the values; it is its own inverse. */
    static long order(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }
}

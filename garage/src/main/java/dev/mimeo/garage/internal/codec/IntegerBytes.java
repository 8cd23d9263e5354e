package dev.mimeo.garage.internal.codec;

import java.util.zip.DataFormatException;

/**
 * The integer and time codecs of the paper, as {@link StripeCodec} is the one for floating point numbers.
 *
 * <p>An integer is one byte that says how many follow, then these, little endian, of the value in zigzag order (0, -1, 1,
 * -2, ...); 0 is one byte. Times are differences from the time before, at first from 0, each with how many times it
 * follows, both as such integers.
 */
final class IntegerBytes {

    private IntegerBytes() {}

    static void encode(long[] values, int from, int count, ByteSink out) {
        for (int i = 0; i < count; i++) {
            write(values[from + i], out);
        }
    }

    static void decode(ByteSource in, long[] values, int from, int count) throws DataFormatException {
        for (int i = 0; i < count; i++) {
            values[from + i] = read(in);
        }
    }

    static void encodeRuns(long[] values, int from, int count, ByteSink out) {
        long before = 0;
        int i = 0;
        while (i < count) {
            long delta = values[from + i] - before;
            int run = 0;
            while (i < count && values[from + i] - before == delta) {
                before = values[from + i];
                run++;
                i++;
            }
            write(delta, out);
            write(run, out);
        }
    }

    static void decodeRuns(ByteSource in, long[] values, int from, int count) throws DataFormatException {
        long value = 0;
        int i = 0;
        while (i < count) {
            long delta = read(in);
            long run = read(in);
            if (run < 1 || run > count - i) {
                throw new DataFormatException("expected a run of 1 to " + (count - i) + " values, found " + run);
            }
            for (long end = i + run; i < end; i++) {
                value += delta;
                values[from + i] = value;
            }
        }
    }

    private static void write(long value, ByteSink out) {
        long zigzag = value << 1 ^ value >> 63;
        int bytes = (Long.SIZE - Long.numberOfLeadingZeros(zigzag) + 7) / 8;
        out.writeByte(bytes);
        for (int i = 0; i < bytes; i++) {
            out.writeByte((int) (zigzag >>> (8 * i)));
        }
    }

    private static long read(ByteSource in) throws DataFormatException {
        int bytes = in.readByte();
        if (bytes > Long.BYTES) {
            throw new DataFormatException("expected an integer of at most 8 bytes, found " + bytes);
        }
        long zigzag = 0;
        for (int i = 0; i < bytes; i++) {
            zigzag |= (long) in.readByte() << (8 * i);
        }
        return zigzag >>> 1 ^ -(zigzag & 1);
    }
}

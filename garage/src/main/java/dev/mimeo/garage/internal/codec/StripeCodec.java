package dev.mimeo.garage.internal.codec;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The floating point codec of the paper: all first bytes of a column, then all second bytes and so on, each such stripe
 * deflated (RFC 1951, level 6) on its own; C. Loboz, S. Smyl, S. Nath, "DataGarage: Warehousing Massive Performance Data on
 * Commodity Servers", VLDB 2010, section 4.
 *
 * <p>A column is: one byte k, the number of lowest bits that were rounded away. If k is above 0, how many values were kept as
 * they are, then for each the rows since the one before and its bits. Then {@code ceil((bits - k) / 8)} stripes, from the
 * byte of the sign downwards: the size, then that many bytes, deflated unless the size is the number of values.
 */
final class StripeCodec implements AutoCloseable {

    private static final int LEVEL = 6;

    private @Nullable Deflater deflater;
    private @Nullable Inflater inflater;
    private byte[] stripe = {};
    private byte[] packed = {};

    void encode(float[] values, int from, int count, Loss loss, ByteSink out) {
        Truncation truncation = Truncation.ofFloats(loss);
        int[] bits = new int[count];
        for (int i = 0; i < count; i++) {
            bits[i] = truncation.apply(Float.floatToRawIntBits(values[from + i]));
        }
        int k = truncation.bits();
        out.writeByte(k);
        if (k > 0) {
            int lost = (1 << k) - 1;
            out.writeVariable(countKept(count, i -> (bits[i] & lost) != 0));
            for (int i = 0, last = 0; i < count; i++) {
                if ((bits[i] & lost) != 0) {
                    out.writeVariable(i - last);
                    out.writeInt(bits[i]);
                    last = i;
                }
            }
        }
        makeRoom(count);
        for (int shift = 24; shift > k - 8; shift -= 8) {
            for (int i = 0; i < count; i++) {
                stripe[i] = (byte) (bits[i] >>> shift);
            }
            deflate(count, out);
        }
    }

    void encode(double[] values, int from, int count, Loss loss, ByteSink out) {
        Truncation truncation = Truncation.ofDoubles(loss);
        long[] bits = new long[count];
        for (int i = 0; i < count; i++) {
            bits[i] = truncation.apply(Double.doubleToRawLongBits(values[from + i]));
        }
        int k = truncation.bits();
        out.writeByte(k);
        if (k > 0) {
            long lost = (1L << k) - 1;
            out.writeVariable(countKept(count, i -> (bits[i] & lost) != 0));
            for (int i = 0, last = 0; i < count; i++) {
                if ((bits[i] & lost) != 0) {
                    out.writeVariable(i - last);
                    out.writeLong(bits[i]);
                    last = i;
                }
            }
        }
        makeRoom(count);
        for (int shift = 56; shift > k - 8; shift -= 8) {
            for (int i = 0; i < count; i++) {
                stripe[i] = (byte) (bits[i] >>> shift);
            }
            deflate(count, out);
        }
    }

    private static int countKept(int count, IntPredicate isKept) {
        return (int) IntStream.range(0, count).filter(isKept).count();
    }

    void decode(ByteSource in, float[] values, int from, int count) throws DataFormatException {
        int k = readBits(in, 23);
        int keptCount = k == 0 ? 0 : in.readCount(count);
        int[] keptRows = new int[keptCount];
        int[] keptBits = new int[keptCount];
        for (int i = 0, row = 0; i < keptCount; i++) {
            row += in.readCount(count - 1 - row);
            keptRows[i] = row;
            keptBits[i] = in.readInt();
        }
        int[] bits = new int[count];
        for (int shift = 24; shift > k - 8; shift -= 8) {
            byte[] bytes = inflate(in, count);
            for (int i = 0; i < count; i++) {
                bits[i] |= (bytes[i] & 0xff) << shift;
            }
        }
        for (int i = 0; i < keptCount; i++) {
            bits[keptRows[i]] = keptBits[i];
        }
        for (int i = 0; i < count; i++) {
            values[from + i] = Float.intBitsToFloat(bits[i]);
        }
    }

    void decode(ByteSource in, double[] values, int from, int count) throws DataFormatException {
        int k = readBits(in, 52);
        int keptCount = k == 0 ? 0 : in.readCount(count);
        int[] keptRows = new int[keptCount];
        long[] keptBits = new long[keptCount];
        for (int i = 0, row = 0; i < keptCount; i++) {
            row += in.readCount(count - 1 - row);
            keptRows[i] = row;
            keptBits[i] = in.readLong();
        }
        long[] bits = new long[count];
        for (int shift = 56; shift > k - 8; shift -= 8) {
            byte[] bytes = inflate(in, count);
            for (int i = 0; i < count; i++) {
                bits[i] |= (bytes[i] & 0xffL) << shift;
            }
        }
        for (int i = 0; i < keptCount; i++) {
            bits[keptRows[i]] = keptBits[i];
        }
        for (int i = 0; i < count; i++) {
            values[from + i] = Double.longBitsToDouble(bits[i]);
        }
    }

    private static int readBits(ByteSource in, int max) throws DataFormatException {
        int k = in.readByte();
        if (k > max) {
            throw new DataFormatException("expected at most " + max + " dropped bits, found " + k);
        }
        return k;
    }

    private void makeRoom(int count) {
        if (stripe.length < count) {
            stripe = new byte[count];
            packed = new byte[count];
        }
    }

    private void deflate(int count, ByteSink out) {
        Deflater deflater = deflater();
        deflater.reset();
        deflater.setInput(stripe, 0, count);
        deflater.finish();
        int size = deflater.deflate(packed, 0, Math.max(0, count - 1));
        if (deflater.finished() && size < count) {
            out.writeVariable(size);
            out.write(packed, 0, size);
        } else {
            out.writeVariable(count);
            out.write(stripe, 0, count);
        }
    }

    private byte[] inflate(ByteSource in, int count) throws DataFormatException {
        int size = in.readCount(count);
        int start = in.skip(size);
        makeRoom(count);
        if (size == count) {
            System.arraycopy(in.array(), start, stripe, 0, count);
            return stripe;
        }
        Inflater inflater = inflater();
        inflater.reset();
        inflater.setInput(in.array(), start, size);
        int done = 0;
        while (done < count) {
            int step = inflater.inflate(stripe, done, count - done);
            if (step == 0) {
                throw new DataFormatException("expected " + count + " bytes of a stripe, found " + done);
            }
            done += step;
        }
        return stripe;
    }

    private Deflater deflater() {
        Deflater current = deflater;
        if (current == null) {
            current = new Deflater(LEVEL, true);
            deflater = current;
        }
        return current;
    }

    private Inflater inflater() {
        Inflater current = inflater;
        if (current == null) {
            current = new Inflater(true);
            inflater = current;
        }
        return current;
    }

    @Override
    public void close() {
        if (deflater != null) {
            deflater.end();
        }
        if (inflater != null) {
            inflater.end();
        }
    }
}

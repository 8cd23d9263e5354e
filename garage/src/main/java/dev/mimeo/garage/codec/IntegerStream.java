package dev.mimeo.garage.codec;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * Integers in few bits: as they are, as differences or as differences of these, cut into ranges ({@link Bins}); the numbers
 * of the ranges are compressed with Zstandard (RFC 8878), the places in them are packed as bits. For one thread at a time.
 *
 * <p>A stream starts with a byte, the order of differences 0 to 2, or 3 if all values are the same. Then that value; or as
 * many first values as the order says, each with one difference less, then for what is left, if anything: the common
 * divisor, 1 or more; if that is above 1 the value that was subtracted before dividing; the number of ranges; for each the
 * least value since that of the range before and the bits of a place. If there are several ranges, how many of their
 * numbers, 1, 2, 4 or 8, are in a byte, lowest bits first; the size of these bytes when compressed, 0 if they are not, and the
 * bytes. Last the size of the places in bytes, and these, lowest bits first. All arithmetic is modulo 2^64.
 */
final class IntegerStream implements AutoCloseable {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SAME = 3;

    /** Bits that one load of 8 bytes is sure to hold, wherever in the first byte they start. */
    private static final int LOAD_BITS = 57;

    /** A number of ranges that does not fit makes the sum of bits impossible. */
    private static final long IMPOSSIBLE = 1L << 40;

    private final Codec codec = Codecs.open("zstd:3");
    private final Bins bins = new Bins();
    private final BitEstimate estimate = new BitEstimate();
    private final long[] least = new long[256];
    private final long[] most = new long[256];
    private final int[] widths = new int[256];
    private final long[] totals = new long[256];
    private long[] work = {};
    private byte[] ranges = {};
    private byte[] dense = {};
    private byte[] packed = {};
    private byte[] places = {};

    private void makeRoom(int count) {
        if (work.length < count) {
            work = new long[count];
            ranges = new byte[count];
            dense = new byte[count];
            packed = new byte[codec.maxCompressedLength(count)];
        }
    }

    void encode(long[] values, int count, ByteSink out) {
        makeRoom(count);
        if (isSame(values, count)) {
            out.writeByte(SAME);
            out.writeSigned(count == 0 ? 0 : values[0]);
            return;
        }
        int order = Math.min(estimate.bestOrder(values, count), count - 1);
        out.writeByte(order);
        System.arraycopy(values, 0, work, 0, count);
        for (int i = 0; i < order; i++) {
            out.writeSigned(work[0]);
            for (int j = 0; j < count - 1 - i; j++) {
                work[j] = work[j + 1] - work[j];
            }
        }
        encodeRanges(count - order, out);
    }

    private static boolean isSame(long[] values, int count) {
        for (int i = 1; i < count; i++) {
            if (values[i] != values[0]) {
                return false;
            }
        }
        return true;
    }

    private void encodeRanges(int count, ByteSink out) {
        divide(count, out);
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            min = Math.min(min, work[i]);
            max = Math.max(max, work[i]);
        }
        bins.find(work, count, min, max);
        bins.assign(work, count, ranges);
        int start = out.size();
        writeAll(count, bins.count(), out);
        long single = (long) count * (Long.SIZE - Long.numberOfLeadingZeros(max - min)) / 8;
        if (bins.count() > 1 && out.size() - start > single) {
            out.truncate(start);
            Arrays.fill(ranges, 0, count, (byte) 0);
            writeAll(count, 1, out);
        }
    }

    /** Writes ranges and places for values that are assigned to their ranges. */
    private void writeAll(int count, int number, ByteSink out) {
        Arrays.fill(least, 0, number, Long.MAX_VALUE);
        Arrays.fill(most, 0, number, Long.MIN_VALUE);
        int[] uses = new int[number];
        for (int i = 0; i < count; i++) {
            int range = ranges[i];
            least[range] = Math.min(least[range], work[i]);
            most[range] = Math.max(most[range], work[i]);
            uses[range]++;
        }
        out.writeVariable(number);
        long before = 0;
        for (int range = 0; range < number; range++) {
            if (uses[range] == 0) {
                least[range] = before;
                most[range] = before;
            }
            widths[range] = Long.SIZE - Long.numberOfLeadingZeros(most[range] - least[range]);
            out.writeSigned(least[range] - before);
            out.writeByte(widths[range]);
            before = least[range];
        }
        if (number > 1) {
            writeRanges(count, number, Arrays.stream(uses).max().orElse(0), out);
        }
        writePlaces(count, out);
    }

    /** Divides by what all values have in common, after the least was subtracted. */
    private void divide(int count, ByteSink out) {
        long min = work[0];
        long max = work[0];
        for (int i = 1; i < count; i++) {
            min = Math.min(min, work[i]);
            max = Math.max(max, work[i]);
        }
        long divisor = 0;
        if (max - min >= 0) {
            for (int i = 0; i < count && divisor != 1; i++) {
                divisor = commonDivisor(divisor, work[i] - min);
            }
        }
        if (divisor <= 1) {
            out.writeVariable(1);
            return;
        }
        out.writeVariable(divisor);
        out.writeSigned(min);
        for (int i = 0; i < count; i++) {
            work[i] = (work[i] - min) / divisor;
        }
    }

    private static long commonDivisor(long a, long b) {
        long x = a;
        long y = b;
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }

    private void writeRanges(int count, int number, int mostUses, ByteSink out) {
        int perByte = number <= 2 ? 8 : number <= 4 ? 4 : number <= 16 ? 2 : 1;
        int size = codec.compress(ranges, 0, count, packed, 0, packed.length);
        // Zstandard takes a bit for each byte that it does not find again, so that few ranges of a kind want to share
        // one.
        if (perByte > 1 && (perByte > 2 || mostUses * 2L > count || size * 2L > count)) {
            int denseSize = pack(count, perByte);
            byte[] other = new byte[packed.length];
            int otherSize = codec.compress(dense, 0, denseSize, other, 0, other.length);
            if (Math.min(otherSize, denseSize) < size) {
                out.writeByte(perByte);
                writeCompressed(other, otherSize, dense, denseSize, out);
                return;
            }
        }
        out.writeByte(1);
        writeCompressed(packed, size, ranges, count, out);
    }

    private static void writeCompressed(byte[] compressed, int size, byte[] plain, int plainSize, ByteSink out) {
        if (size < plainSize) {
            out.writeVariable(size);
            out.write(compressed, 0, size);
        } else {
            out.writeVariable(0);
            out.write(plain, 0, plainSize);
        }
    }

    private int pack(int count, int perByte) {
        int bits = 8 / perByte;
        int size = (count + perByte - 1) / perByte;
        Arrays.fill(dense, 0, size, (byte) 0);
        for (int i = 0; i < count; i++) {
            dense[i / perByte] |= (byte) (ranges[i] << ((i % perByte) * bits));
        }
        return size;
    }

    private void writePlaces(int count, ByteSink out) {
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits += widths[ranges[i]];
        }
        int bytes = Math.toIntExact((bits + 7) / 8);
        out.writeVariable(bytes);
        out.reserve(bytes + Long.BYTES);
        byte[] target = out.array();
        int at = out.size();
        long buffer = 0;
        int filled = 0;
        // The lowest `filled` bits of the buffer are not written yet, fewer than 8 at the start of each turn.
        for (int i = 0; i < count; i++) {
            int width = widths[ranges[i]];
            long place = work[i] - least[ranges[i]];
            buffer |= place << filled;
            if (filled + width > Long.SIZE) {
                LONG.set(target, at, buffer);
                at += Long.BYTES;
                buffer = place >>> (Long.SIZE - filled);
                filled += width - Long.SIZE;
            } else {
                filled += width;
                LONG.set(target, at, buffer);
                int whole = filled >> 3;
                at += whole;
                buffer = whole == Long.BYTES ? 0 : buffer >>> (whole << 3);
                filled &= 7;
            }
        }
        if (filled > 0) {
            LONG.set(target, at, buffer);
        }
        out.advance(bytes);
    }

    void decode(ByteSource in, long[] values, int count) throws DataFormatException {
        int order = in.readByte();
        if (order == SAME) {
            Arrays.fill(values, 0, count, in.readSigned());
            return;
        }
        if (order > 2 || order >= count) {
            throw new DataFormatException(
                    "expected differences of order 0 to 2 of " + count + " values, found " + order);
        }
        long first = order > 0 ? in.readSigned() : 0;
        long second = order > 1 ? in.readSigned() : 0;
        decodeRanges(in, values, order, count - order);
        if (order == 1) {
            long value = first;
            values[0] = value;
            for (int i = 1; i < count; i++) {
                value += values[i];
                values[i] = value;
            }
        } else if (order == 2) {
            long value = first;
            long difference = second;
            values[0] = value;
            for (int i = 1; i < count; i++) {
                value += difference;
                // The last difference is not needed for another value.
                difference += i + 1 < count ? values[i + 1] : 0;
                values[i] = value;
            }
        }
    }

    private void decodeRanges(ByteSource in, long[] values, int from, int count) throws DataFormatException {
        makeRoom(count);
        long divisor = in.readVariable();
        long min = divisor == 1 ? 0 : in.readSigned();
        int number = in.readCount(Bins.MAX);
        if (number == 0) {
            throw new DataFormatException("expected 1 to " + Bins.MAX + " ranges, found none");
        }
        Arrays.fill(totals, number, totals.length, IMPOSSIBLE);
        long before = 0;
        for (int range = 0; range < number; range++) {
            before += in.readSigned();
            least[range] = before * divisor + min;
            widths[range] = in.readByte();
            totals[range] = widths[range];
            if (widths[range] > Long.SIZE) {
                throw new DataFormatException("expected a place of at most 64 bits, found " + widths[range]);
            }
        }
        if (number == 1) {
            int bytes = in.readCount(in.remaining());
            checkPlaces((long) widths[0] * count, bytes);
            readPlaces(in, bytes, widths[0], least[0], divisor, values, from, count);
            return;
        }
        readRanges(in, count);
        long bits = 0;
        boolean wide = false;
        for (int i = 0; i < count; i++) {
            bits += totals[ranges[i] & 0xff];
        }
        int bytes = in.readCount(in.remaining());
        checkPlaces(bits, bytes);
        for (int range = 0; range < number; range++) {
            wide |= widths[range] > LOAD_BITS;
        }
        if (bits == 0) {
            for (int i = 0; i < count; i++) {
                values[from + i] = least[ranges[i]];
            }
            return;
        }
        loadPlaces(in, bytes);
        if (wide) {
            readWidePlaces(divisor, values, from, count);
        } else {
            readPlaces(divisor, values, from, count);
        }
    }

    private static void checkPlaces(long bits, int bytes) throws DataFormatException {
        if ((bits + 7) / 8 != bytes) {
            throw new DataFormatException("expected places of " + bits + " bits, found " + bytes + " bytes");
        }
    }

    private void readRanges(ByteSource in, int count) throws DataFormatException {
        int perByte = in.readByte();
        if (perByte != 1 && perByte != 2 && perByte != 4 && perByte != 8) {
            throw new DataFormatException("expected 1, 2, 4 or 8 ranges in a byte, found " + perByte);
        }
        int size = (count + perByte - 1) / perByte;
        int packedSize = in.readCount(in.remaining());
        byte[] target = perByte == 1 ? ranges : dense;
        if (packedSize == 0) {
            System.arraycopy(in.array(), in.skip(size), target, 0, size);
        } else {
            int found = codec.decompress(in.array(), in.skip(packedSize), packedSize, target, 0, size);
            if (found != size) {
                throw new DataFormatException("expected " + size + " bytes of ranges, found " + found);
            }
        }
        if (perByte == 8) {
            unpackEight(count);
        } else if (perByte > 1) {
            int bits = 8 / perByte;
            int mask = (1 << bits) - 1;
            int whole = count / perByte * perByte;
            for (int i = 0, at = 0; i < whole; at++) {
                int group = dense[at];
                for (int j = 0; j < perByte; j++, i++) {
                    ranges[i] = (byte) ((group >> (j * bits)) & mask);
                }
            }
            for (int i = whole; i < count; i++) {
                ranges[i] = (byte) ((dense[i / perByte] >> ((i % perByte) * bits)) & mask);
            }
        }
    }

    private void unpackEight(int count) {
        int whole = count & ~7;
        for (int i = 0; i < whole; i += 8) {
            long group = dense[i >> 3];
            long spread = group & 1;
            spread |= (group & 2) << 7;
            spread |= (group & 4) << 14;
            spread |= (group & 8) << 21;
            spread |= (group & 16) << 28;
            spread |= (group & 32) << 35;
            spread |= (group & 64) << 42;
            spread |= (group & 128) << 49;
            LONG.set(ranges, i, spread);
        }
        for (int i = whole; i < count; i++) {
            ranges[i] = (byte) (dense[i >> 3] >> (i & 7) & 1);
        }
    }

    /** Copies the places to where a load of 8 bytes is possible at each of them. */
    private void loadPlaces(ByteSource in, int bytes) throws DataFormatException {
        if (places.length < bytes + 2 * Long.BYTES) {
            places = new byte[bytes + 2 * Long.BYTES];
        }
        System.arraycopy(in.array(), in.skip(bytes), places, 0, bytes);
    }

    private void readPlaces(
            ByteSource in, int bytes, int width, long low, long divisor, long[] values, int from, int count)
            throws DataFormatException {
        if (width == 0) {
            Arrays.fill(values, from, from + count, low);
            in.skip(bytes);
            return;
        }
        loadPlaces(in, bytes);
        if (width > LOAD_BITS) {
            Arrays.fill(ranges, 0, count, (byte) 0);
            readWidePlaces(divisor, values, from, count);
            return;
        }
        long mask = -1L >>> (Long.SIZE - width);
        long at = 0;
        for (int i = 0; i < count; i++, at += width) {
            long place = (long) LONG.get(places, (int) (at >>> 3)) >>> (at & 7) & mask;
            values[from + i] = low + place * divisor;
        }
    }

    private void readPlaces(long divisor, long[] values, int from, int count) {
        byte[] source = places;
        long at = 0;
        // The bits of all widths were added up, so that no load is behind the end.
        for (int i = 0; i < count; i++) {
            int range = ranges[i];
            int width = widths[range];
            long place = (long) LONG.get(source, (int) (at >>> 3)) >>> (at & 7) & (1L << width) - 1;
            values[from + i] = least[range] + place * divisor;
            at += width;
        }
    }

    private void readWidePlaces(long divisor, long[] values, int from, int count) {
        long at = 0;
        for (int i = 0; i < count; i++) {
            int range = ranges[i];
            int width = widths[range];
            int shift = (int) (at & 7);
            long place = (long) LONG.get(places, (int) (at >>> 3)) >>> shift;
            if (shift + width > Long.SIZE) {
                place |= (long) places[(int) (at >>> 3) + Long.BYTES] << (Long.SIZE - shift);
            }
            place &= width == 0 ? 0 : -1L >>> (Long.SIZE - width);
            values[from + i] = least[range] + place * divisor;
            at += width;
        }
    }

    @Override
    public void close() {
        codec.close();
    }
}

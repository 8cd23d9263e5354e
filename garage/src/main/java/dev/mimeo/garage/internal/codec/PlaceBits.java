package dev.mimeo.garage.internal.codec;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.zip.DataFormatException;

/**
 * The places of values in their ranges, packed as bits, lowest first. For one thread at a time.
 *
 * <p>Of each range there are its least value and the bits of a place, 0 to 64.
 */
final class PlaceBits {

    /** Bits that one load of 8 bytes is sure to hold, wherever in the first byte they start. */
    static final int LOAD_BITS = 57;

    private byte[] places = {};

    /**
     * Writes the size in bytes and the places of values.
     *
     * @param bits those of all places
     */
    static void write(
            long[] values, byte[] ranges, long[] least, int[] widths, int widest, int count, long bits, ByteSink out) {
        int bytes = Math.toIntExact((bits + 7) / 8);
        out.writeVariable(bytes);
        out.reserve(bytes + Long.BYTES);
        if (widest > LOAD_BITS / 2) {
            writeWide(values, ranges, least, widths, count, out.array(), out.size());
        } else if (widest > 0) {
            writePairs(values, ranges, least, widths, count, out.array(), out.size());
        }
        out.advance(bytes);
    }

    private static void writePairs(
            long[] values, byte[] ranges, long[] least, int[] widths, int count, byte[] target, int start) {
        int at = start;
        int even = count & ~1;
        long buffer = 0;
        int filled = 0;
        // The lowest `filled` bits of the buffer are not written yet, fewer than 8 at the start of each turn.
        for (int i = 0; i < even; i += 2) {
            int range = ranges[i];
            int next = ranges[i + 1];
            int width = widths[range];
            long place = values[i] - least[range] | (values[i + 1] - least[next]) << width;
            buffer |= place << filled;
            filled += width + widths[next];
            LittleEndian.putLong(target, at, buffer);
            at += filled >> 3;
            buffer >>>= filled & ~7;
            filled &= 7;
        }
        if (even < count) {
            buffer |= (values[even] - least[ranges[even]]) << filled;
        }
        LittleEndian.putLong(target, at, buffer);
    }

    private static void writeWide(
            long[] values, byte[] ranges, long[] least, int[] widths, int count, byte[] target, int start) {
        int at = start;
        long buffer = 0;
        int filled = 0;
        for (int i = 0; i < count; i++) {
            int width = widths[ranges[i]];
            long place = values[i] - least[ranges[i]];
            buffer |= place << filled;
            if (filled + width > Long.SIZE) {
                LittleEndian.putLong(target, at, buffer);
                at += Long.BYTES;
                buffer = place >>> (Long.SIZE - filled);
                filled += width - Long.SIZE;
            } else {
                filled += width;
                LittleEndian.putLong(target, at, buffer);
                int whole = filled >> 3;
                at += whole;
                buffer = whole == Long.BYTES ? 0 : buffer >>> (whole << 3);
                filled &= 7;
            }
        }
        if (filled > 0) {
            LittleEndian.putLong(target, at, buffer);
        }
    }

    /** Copies the places to where a load of 8 bytes is possible at each of them. */
    void load(ByteSource in, int bytes) throws DataFormatException {
        if (places.length < bytes + 2 * Long.BYTES) {
            places = new byte[bytes + 2 * Long.BYTES];
        }
        System.arraycopy(in.array(), in.skip(bytes), places, 0, bytes);
    }

    /** Reads what was loaded, of one range with places of 1 to {@link #LOAD_BITS} bits. */
    void read(int width, long low, long divisor, long[] values, int from, int count) {
        long mask = -1L >>> (Long.SIZE - width);
        long at = 0;
        for (int i = 0; i < count; i++, at += width) {
            long place = LittleEndian.getLong(places, (int) (at >>> 3)) >>> (at & 7) & mask;
            values[from + i] = low + place * divisor;
        }
    }

    /** Reads what was loaded, of ranges with places of up to {@link #LOAD_BITS} bits. */
    void read(byte[] ranges, long[] least, int[] widths, long divisor, long[] values, int from, int count) {
        byte[] source = places;
        long at = 0;
        // The bits of all widths were added up, so that no load is behind the end.
        for (int i = 0; i < count; i++) {
            int range = ranges[i];
            int width = widths[range];
            long place = LittleEndian.getLong(source, (int) (at >>> 3)) >>> (at & 7) & (1L << width) - 1;
            values[from + i] = least[range] + place * divisor;
            at += width;
        }
    }

    /** Reads what was loaded, of ranges with places of up to half of {@link #LOAD_BITS} bits: two with a load. */
    void readPairs(byte[] ranges, long[] least, int[] widths, long divisor, long[] values, int from, int count) {
        byte[] source = places;
        int even = count & ~1;
        long at = 0;
        // As above, no load is behind the end.
        for (int i = 0; i < even; i += 2) {
            int range = ranges[i];
            int next = ranges[i + 1];
            int width = widths[range];
            int nextWidth = widths[next];
            long bits = LittleEndian.getLong(source, (int) (at >>> 3)) >>> (at & 7);
            values[from + i] = least[range] + (bits & (1L << width) - 1) * divisor;
            values[from + i + 1] = least[next] + (bits >>> width & (1L << nextWidth) - 1) * divisor;
            at += width + nextWidth;
        }
        if (even < count) {
            int range = ranges[even];
            long place = LittleEndian.getLong(source, (int) (at >>> 3)) >>> (at & 7) & (1L << widths[range]) - 1;
            values[from + even] = least[range] + place * divisor;
        }
    }

    /** Reads what was loaded, of ranges with places of any bits. */
    void readWide(byte[] ranges, long[] least, int[] widths, long divisor, long[] values, int from, int count) {
        long at = 0;
        for (int i = 0; i < count; i++) {
            int range = ranges[i];
            int width = widths[range];
            int shift = (int) (at & 7);
            long place = LittleEndian.getLong(places, (int) (at >>> 3)) >>> shift;
            if (shift + width > Long.SIZE) {
                place |= (long) places[(int) (at >>> 3) + Long.BYTES] << (Long.SIZE - shift);
            }
            place &= width == 0 ? 0 : -1L >>> (Long.SIZE - width);
            values[from + i] = least[range] + place * divisor;
            at += width;
        }
    }
}

package dev.mimeo.garage.internal.codec;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.zip.DataFormatException;

/** The offsets of values in their ranges, packed as bits one behind the other, lowest first. For one thread at a time. */
final class OffsetBits {

    /** Bits that one load of 8 bytes is sure to hold, wherever in the first byte they start. */
    private static final int LOAD_BITS = 57;

    private byte[] packed = {};

    /**
     * Writes the size in bytes and the offsets of values.
     *
     * @param bits sum of the bits of all offsets
     */
    static void write(long[] values, ValueRanges ranges, int count, long bits, ByteSink out) {
        int bytes = Math.toIntExact((bits + 7) / 8);
        out.writeVariable(bytes);
        out.reserve(bytes + Long.BYTES);
        int widest = ranges.widest();
        if (widest > LOAD_BITS / 2) {
            writeWide(values, ranges, count, out.array(), out.size());
        } else if (widest > 0) {
            writePairs(values, ranges, count, out.array(), out.size());
        }
        out.advance(bytes);
    }

    private static void writePairs(long[] values, ValueRanges ranges, int count, byte[] target, int start) {
        byte[] numbers = ranges.numbers;
        long[] least = ranges.least;
        int[] widths = ranges.widths;
        int at = start;
        int even = count & ~1;
        long buffer = 0;
        int filled = 0;
        // The lowest `filled` bits of the buffer are not written yet, fewer than 8 at the start of each turn.
        for (int i = 0; i < even; i += 2) {
            int range = numbers[i];
            int next = numbers[i + 1];
            int width = widths[range];
            long offsets = values[i] - least[range] | (values[i + 1] - least[next]) << width;
            buffer |= offsets << filled;
            filled += width + widths[next];
            LittleEndian.putLong(target, at, buffer);
            at += filled >> 3;
            buffer >>>= filled & ~7;
            filled &= 7;
        }
        if (even < count) {
            buffer |= (values[even] - least[numbers[even]]) << filled;
        }
        LittleEndian.putLong(target, at, buffer);
    }

    private static void writeWide(long[] values, ValueRanges ranges, int count, byte[] target, int start) {
        byte[] numbers = ranges.numbers;
        long[] least = ranges.least;
        int[] widths = ranges.widths;
        int at = start;
        long buffer = 0;
        int filled = 0;
        // As above; an offset whose bits do not all fit into the buffer fills it, and the rest starts the next one.
        for (int i = 0; i < count; i++) {
            int width = widths[numbers[i]];
            long offset = values[i] - least[numbers[i]];
            buffer |= offset << filled;
            if (filled + width > Long.SIZE) {
                LittleEndian.putLong(target, at, buffer);
                at += Long.BYTES;
                buffer = offset >>> (Long.SIZE - filled);
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

    /** Copies packed offsets to where a load of 8 bytes is possible at each of them. */
    void load(ByteSource in, int bytes) throws DataFormatException {
        if (packed.length < bytes + 2 * Long.BYTES) {
            packed = new byte[bytes + 2 * Long.BYTES];
        }
        System.arraycopy(in.array(), in.skip(bytes), packed, 0, bytes);
    }

    /**
     * Reads the values whose offsets were loaded, at least one of which has bits.
     *
     * @param divisor factor of the offsets
     * @param from index of the first value in {@code values}
     */
    void read(ValueRanges ranges, long divisor, long[] values, int from, int count) {
        int widest = ranges.widest();
        if (ranges.count == 1 && widest <= LOAD_BITS) {
            readOfOneRange(widest, ranges.least[0], divisor, values, from, count);
        } else if (widest <= LOAD_BITS / 2) {
            readPairs(ranges, divisor, values, from, count);
        } else if (widest <= LOAD_BITS) {
            readNarrow(ranges, divisor, values, from, count);
        } else {
            readWide(ranges, divisor, values, from, count);
        }
    }

    /** Reads values of one range, with offsets of 1 to {@link #LOAD_BITS} bits. */
    private void readOfOneRange(int width, long least, long divisor, long[] values, int from, int count) {
        long mask = -1L >>> (Long.SIZE - width);
        long at = 0;
        for (int i = 0; i < count; i++, at += width) {
            long offset = LittleEndian.getLong(packed, (int) (at >>> 3)) >>> (at & 7) & mask;
            values[from + i] = least + offset * divisor;
        }
    }

    /** Reads offsets of up to {@link #LOAD_BITS} bits. */
    private void readNarrow(ValueRanges ranges, long divisor, long[] values, int from, int count) {
        byte[] numbers = ranges.numbers;
        long[] least = ranges.least;
        int[] widths = ranges.widths;
        byte[] source = packed;
        long at = 0;
        // The bits of all widths were added up, so that no load is behind the end.
        for (int i = 0; i < count; i++) {
            int range = numbers[i];
            int width = widths[range];
            long offset = LittleEndian.getLong(source, (int) (at >>> 3)) >>> (at & 7) & (1L << width) - 1;
            values[from + i] = least[range] + offset * divisor;
            at += width;
        }
    }

    /** Reads offsets of up to half of {@link #LOAD_BITS} bits: two with a load. */
    private void readPairs(ValueRanges ranges, long divisor, long[] values, int from, int count) {
        byte[] numbers = ranges.numbers;
        long[] least = ranges.least;
        int[] widths = ranges.widths;
        byte[] source = packed;
        int even = count & ~1;
        long at = 0;
        // As above, no load is behind the end.
        for (int i = 0; i < even; i += 2) {
            int range = numbers[i];
            int next = numbers[i + 1];
            int width = widths[range];
            int nextWidth = widths[next];
            long bits = LittleEndian.getLong(source, (int) (at >>> 3)) >>> (at & 7);
            values[from + i] = least[range] + (bits & (1L << width) - 1) * divisor;
            values[from + i + 1] = least[next] + (bits >>> width & (1L << nextWidth) - 1) * divisor;
            at += width + nextWidth;
        }
        if (even < count) {
            int range = numbers[even];
            long offset = LittleEndian.getLong(source, (int) (at >>> 3)) >>> (at & 7) & (1L << widths[range]) - 1;
            values[from + even] = least[range] + offset * divisor;
        }
    }

    /** Reads offsets of any bits. */
    private void readWide(ValueRanges ranges, long divisor, long[] values, int from, int count) {
        byte[] numbers = ranges.numbers;
        long[] least = ranges.least;
        int[] widths = ranges.widths;
        long at = 0;
        for (int i = 0; i < count; i++) {
            int range = numbers[i];
            int width = widths[range];
            int shift = (int) (at & 7);
            long offset = LittleEndian.getLong(packed, (int) (at >>> 3)) >>> shift;
            if (shift + width > Long.SIZE) {
                offset |= (long) packed[(int) (at >>> 3) + Long.BYTES] << (Long.SIZE - shift);
            }
            offset &= width == 0 ? 0 : -1L >>> (Long.SIZE - width);
            values[from + i] = least[range] + offset * divisor;
            at += width;
        }
    }
}

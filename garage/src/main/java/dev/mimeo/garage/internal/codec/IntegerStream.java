package dev.mimeo.garage.internal.codec;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Integers in few bits: as they are, as differences or as differences of these, cut into ranges ({@link Bins}); the numbers
 * of the ranges are compressed with Zstandard (RFC 8878) or by {@link AnsCoder}, the offsets in them are packed as bits. For one
 * thread at a time.
 *
 * <p>A stream starts with a byte, the order of differences 0 to 2, or 3 if all values are the same. Then that value; or as
 * many first values as the order says, each with one difference less, then for what is left, if anything: the common
 * divisor, 1 or more; if that is above 1 the value that was subtracted before dividing; the number of ranges; for each the
 * least value since that of the range before and the bits of an offset. If there are several ranges, how many of their
 * numbers, 1, 2, 4 or 8, are in a byte, lowest bits first; the size of these bytes when compressed, 0 if they are not, and the
 * bytes; or a byte 0 and what {@link AnsCoder} writes. Last the size of the offsets in bytes, and these, lowest bits first. All
 * arithmetic is modulo 2^64.
 */
final class IntegerStream implements AutoCloseable {

    private static final int SAME = 3;

    /** A number of ranges that does not fit makes the sum of bits impossible. */
    private static final long IMPOSSIBLE = 1L << 40;

    private final RangeNumbers numbers = new RangeNumbers();
    private final OffsetBits offsets = new OffsetBits();
    private final ValueRanges ranges = new ValueRanges();

    /** The greatest value of each range, when writing. */
    private final long[] most = new long[Bins.MAX];

    /** Bits of an offset by the number of the range, when reading; {@link #IMPOSSIBLE} for numbers that no range has. */
    private final long[] totals = new long[256];

    /** The values, then differences of them, then what is left after the division. */
    private long[] work = {};

    /** Made for the first stream that is written, because readers are made for a column or a few and need none. */
    private @Nullable Choices choices;

    /** Finds the order of differences and the ranges that take the fewest bits. */
    private record Choices(BitEstimate estimate, Bins bins) {}

    private Choices choices() {
        Choices known = choices;
        if (known == null) {
            known = new Choices(new BitEstimate(), new Bins());
            choices = known;
        }
        return known;
    }

    private void makeRoom(int count) {
        if (work.length < count) {
            work = new long[count];
        }
        ranges.makeRoom(count);
    }

    void encode(long[] values, int count, ByteSink out) {
        int bestOrder = isSame(values, count) ? 0 : choices().estimate().bestOrder(values, count);
        encode(values, count, bestOrder, out);
    }

    /**
     * Encodes integers.
     *
     * @param bestOrder order of differences that takes the fewest bits
     */
    void encode(long[] values, int count, int bestOrder, ByteSink out) {
        makeRoom(count);
        if (isSame(values, count)) {
            out.writeByte(SAME);
            out.writeSigned(count == 0 ? 0 : values[0]);
            return;
        }
        int order = Math.min(bestOrder, count - 1);
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
        long min = work[0];
        long max = work[0];
        for (int i = 1; i < count; i++) {
            min = Math.min(min, work[i]);
            max = Math.max(max, work[i]);
        }
        long divisor = divide(count, min, max, out);
        if (divisor > 1) {
            max = (max - min) / divisor;
            min = 0;
        }
        Bins bins = choices().bins();
        bins.find(work, count, min, max);
        bins.assign(work, count, min, max, ranges.numbers);
        int start = out.size();
        writeAll(count, bins.count(), out);
        long single = (long) count * (Long.SIZE - Long.numberOfLeadingZeros(max - min)) / 8;
        if (bins.count() > 1 && out.size() - start > single) {
            out.truncate(start);
            Arrays.fill(ranges.numbers, 0, count, (byte) 0);
            writeAll(count, 1, out);
        }
    }

    /** Writes ranges and offsets for values that are assigned to their ranges. */
    private void writeAll(int count, int rangeCount, ByteSink out) {
        long[] least = ranges.least;
        ranges.count = rangeCount;
        Arrays.fill(least, 0, rangeCount, Long.MAX_VALUE);
        Arrays.fill(most, 0, rangeCount, Long.MIN_VALUE);
        int[] uses = new int[rangeCount];
        for (int i = 0; i < count; i++) {
            int range = ranges.numbers[i];
            least[range] = Math.min(least[range], work[i]);
            most[range] = Math.max(most[range], work[i]);
            uses[range]++;
        }
        out.writeVariable(rangeCount);
        long before = 0;
        long bits = 0;
        for (int range = 0; range < rangeCount; range++) {
            if (uses[range] == 0) {
                least[range] = before;
                most[range] = before;
            }
            int width = Long.SIZE - Long.numberOfLeadingZeros(most[range] - least[range]);
            ranges.widths[range] = width;
            out.writeSigned(least[range] - before);
            out.writeByte(width);
            before = least[range];
            bits += (long) uses[range] * width;
        }
        if (rangeCount > 1) {
            numbers.write(ranges.numbers, count, rangeCount, uses, (int) (bits / 8), out);
        }
        OffsetBits.write(work, ranges, count, bits, out);
    }

    /** Divides by what all values have in common, after the least was subtracted; returns the divisor, 1 if there is none. */
    private long divide(int count, long min, long max, ByteSink out) {
        long divisor = 0;
        if (max - min >= 0) {
            for (int i = 0; i < count && divisor != 1; i++) {
                divisor = commonDivisor(work[i] - min, divisor);
            }
        }
        if (divisor <= 1) {
            out.writeVariable(1);
            return 1;
        }
        out.writeVariable(divisor);
        out.writeSigned(min);
        for (int i = 0; i < count; i++) {
            work[i] = (work[i] - min) / divisor;
        }
        return divisor;
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

    /** Passes over a stream if all its values are 0; returns whether that is so. */
    static boolean skipZeros(ByteSource in) throws DataFormatException {
        int at = in.position();
        boolean isZeros = in.remaining() >= 2 && in.array()[at] == SAME && in.array()[at + 1] == 0;
        if (isZeros) {
            in.skip(2);
        }
        return isZeros;
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
        readRanges(in, divisor, min);
        long bits;
        if (ranges.count == 1) {
            Arrays.fill(ranges.numbers, 0, count, (byte) 0);
            bits = (long) ranges.widths[0] * count;
        } else {
            numbers.read(in, ranges.numbers, ranges.count, count);
            bits = sumOfBits(count);
        }
        int bytes = in.readCount(in.remaining());
        if ((bits + 7) / 8 != bytes) {
            throw new DataFormatException("expected offsets of " + bits + " bits, found " + bytes + " bytes");
        }
        if (bits > 0) {
            offsets.load(in, bytes);
            offsets.read(ranges, divisor, values, from, count);
        } else if (ranges.count == 1) {
            Arrays.fill(values, from, from + count, ranges.least[0]);
        } else {
            for (int i = 0; i < count; i++) {
                values[from + i] = ranges.least[ranges.numbers[i]];
            }
        }
    }

    private void readRanges(ByteSource in, long divisor, long min) throws DataFormatException {
        ranges.count = in.readCount(Bins.MAX);
        if (ranges.count == 0) {
            throw new DataFormatException("expected 1 to " + Bins.MAX + " ranges, found none");
        }
        Arrays.fill(totals, ranges.count, totals.length, IMPOSSIBLE);
        long before = 0;
        for (int range = 0; range < ranges.count; range++) {
            before += in.readSigned();
            int width = in.readByte();
            if (width > Long.SIZE) {
                throw new DataFormatException("expected an offset of at most 64 bits, found " + width);
            }
            ranges.least[range] = before * divisor + min;
            ranges.widths[range] = width;
            totals[range] = width;
        }
    }

    private long sumOfBits(int count) {
        byte[] rangeNumbers = ranges.numbers;
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits += totals[rangeNumbers[i] & 0xff];
        }
        return bits;
    }

    @Override
    public void close() {
        numbers.close();
    }
}

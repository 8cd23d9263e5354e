package dev.mimeo.garage.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import java.util.zip.DataFormatException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Offsets are the bits of values above the least of their ranges, lowest first. */
final class OffsetBitsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 27, 28, 29, 56, 57, 58, 63, 64})
    void offsetsFollowEachOther(int widest) throws DataFormatException {
        ValueRanges ranges = new ValueRanges();
        ranges.count = 2;
        ranges.least[0] = -5;
        ranges.least[1] = 1L << 40;
        ranges.widths[0] = widest;
        ranges.widths[1] = widest / 2;
        for (int count : new int[] {1, 2, 3, 8, 9, 1_000}) {
            Random random = new Random(count);
            long[] values = new long[count];
            ranges.makeRoom(count);
            BigInteger expected = BigInteger.ZERO;
            int bits = 0;
            for (int i = 0; i < count; i++) {
                int range = random.nextInt(2);
                ranges.numbers[i] = (byte) range;
                BigInteger offset = new BigInteger(ranges.widths[range], random);
                values[i] = ranges.least[range] + offset.longValue();
                expected = expected.or(offset.shiftLeft(bits));
                bits += ranges.widths[range];
            }
            ByteSink out = new ByteSink();
            OffsetBits.write(values, ranges, count, bits, out);
            ByteSource in = new ByteSource(out.array(), 0, out.size());
            byte[] found = new byte[in.readCount((bits + 7) / 8)];
            assertThat(in.remaining()).isEqualTo(found.length).isEqualTo((bits + 7) / 8);
            for (int i = 0; i < found.length; i++) {
                found[found.length - 1 - i] = (byte) in.readByte();
            }
            assertThat(new BigInteger(1, found))
                    .describedAs("%d offsets of up to %d bits", count, widest)
                    .isEqualTo(expected);
        }
    }
}

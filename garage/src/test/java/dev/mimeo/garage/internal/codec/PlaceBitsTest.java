package dev.mimeo.garage.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import java.util.zip.DataFormatException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Places are the bits of values above the least of their ranges, lowest first. */
final class PlaceBitsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 27, 28, 29, 56, 57, 58, 63, 64})
    void placesFollowEachOther(int widest) throws DataFormatException {
        long[] least = {-5, 1L << 40};
        int[] widths = {widest, widest / 2};
        for (int count : new int[] {1, 2, 3, 8, 9, 1_000}) {
            Random random = new Random(count);
            long[] values = new long[count];
            byte[] ranges = new byte[count];
            BigInteger expected = BigInteger.ZERO;
            int bits = 0;
            for (int i = 0; i < count; i++) {
                ranges[i] = (byte) random.nextInt(2);
                BigInteger place = new BigInteger(widths[ranges[i]], random);
                values[i] = least[ranges[i]] + place.longValue();
                expected = expected.or(place.shiftLeft(bits));
                bits += widths[ranges[i]];
            }
            ByteSink out = new ByteSink();
            PlaceBits.write(values, ranges, least, widths, widest, count, bits, out);
            ByteSource in = new ByteSource(out.array(), 0, out.size());
            byte[] found = new byte[in.readCount((bits + 7) / 8)];
            assertThat(in.remaining()).isEqualTo(found.length).isEqualTo((bits + 7) / 8);
            for (int i = 0; i < found.length; i++) {
                found[found.length - 1 - i] = (byte) in.readByte();
            }
            assertThat(new BigInteger(1, found))
                    .describedAs("%d places of up to %d bits", count, widest)
                    .isEqualTo(expected);
        }
    }
}

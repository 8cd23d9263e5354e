package dev.mimeo.garage.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Symbols come back, in about as many bits as their entropy. */
final class AnsCoderTest {

    private final AnsCoder coder = new AnsCoder();

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 31, 32, 33, 127, 128})
    void symbolsComeBack(int number) throws DataFormatException {
        for (int count : new int[] {1, 2, 3, 4, 5, 7, 8, 9, 255, 256, 5_760, 65_536}) {
            for (double skew : new double[] {1, 3, 50}) {
                Random random = new Random(count);
                byte[] symbols = symbols(number, count, skew, random);
                ByteSink out = new ByteSink();
                int planned = coder.plan(uses(symbols, number), number, count);
                coder.write(symbols, number, count, out);
                assertThat(out.size()).isBetween(planned - 8 - count / 100, planned + 8 + count / 100);
                byte[] found = new byte[count];
                ByteSource in = new ByteSource(out.toByteArray(), 0, out.size());
                new AnsCoder().read(in, found, number, count);
                assertThat(found)
                        .describedAs("%d of %d symbols, skew %s", count, number, skew)
                        .isEqualTo(symbols);
                assertThat(in.remaining()).isZero();
            }
        }
    }

    @Test
    void symbolsTakeTheirEntropy() {
        for (int number : new int[] {2, 16, 128}) {
            for (double skew : new double[] {1, 3, 50}) {
                byte[] symbols = symbols(number, 65_536, skew, new Random(3));
                int[] uses = uses(symbols, number);
                double bits = IntStream.of(uses)
                        .filter(use -> use > 0)
                        .mapToDouble(use -> use * Math.log(65_536.0 / use) / Math.log(2))
                        .sum();
                ByteSink out = new ByteSink();
                coder.plan(uses, number, symbols.length);
                coder.write(symbols, number, symbols.length, out);
                assertThat(out.size())
                        .describedAs("%d symbols, skew %s", number, skew)
                        .isLessThan((int) (bits / 8 * 1.005) + 2 * number + 16);
            }
        }
    }

    @Test
    void damagedBytesNeverDoMoreThanFail() {
        byte[] symbols = symbols(20, 1_000, 3, new Random(5));
        ByteSink out = new ByteSink();
        coder.plan(uses(symbols, 20), 20, symbols.length);
        coder.write(symbols, 20, symbols.length, out);
        Random random = new Random(6);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = Arrays.copyOf(out.array(), round % 3 == 0 ? random.nextInt(out.size()) : out.size());
            for (int i = 0; i < 1 + round % 4 && bytes.length > 0; i++) {
                bytes[random.nextInt(Math.min(bytes.length, round % 2 == 0 ? 40 : bytes.length))] =
                        (byte) random.nextInt();
            }
            byte[] found = new byte[symbols.length];
            try {
                coder.read(new ByteSource(bytes, 0, bytes.length), found, 20, symbols.length);
            } catch (DataFormatException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
            for (byte symbol : found) {
                assertThat(symbol).isBetween((byte) 0, (byte) 19);
            }
        }
    }

    @Test
    void tablesThatAreNotFilledAreRefused() {
        assertThatThrownBy(() -> read(4)).hasMessageContaining("expected a table of 2^5 to 2^12 entries, found 2^4");
        assertThatThrownBy(() -> read(13)).hasMessageContaining("found 2^13");
        assertThatThrownBy(() -> read(5, 20, 11)).hasMessageContaining("fill a table of 32 entries, found 1 more");
        assertThatThrownBy(() -> read(5, 20, 13)).hasMessageContaining("at most 12, found 13");
        assertThatThrownBy(() -> read(5, 20, 12, 2, 0, 0)).hasMessageContaining("expected 2 bytes of ranges");
    }

    private void read(int... bytes) throws DataFormatException {
        ByteSink in = new ByteSink();
        IntStream.of(bytes).forEach(in::writeByte);
        coder.read(new ByteSource(in.array(), 0, in.size()), new byte[10], 2, 10);
    }

    private static byte[] symbols(int number, int count, double skew, Random random) {
        byte[] symbols = new byte[count];
        for (int i = 0; i < count; i++) {
            symbols[i] = (byte) (number * Math.pow(random.nextDouble(), skew));
        }
        return symbols;
    }

    private static int[] uses(byte[] symbols, int number) {
        int[] uses = new int[number];
        for (byte symbol : symbols) {
            uses[symbol]++;
        }
        return uses;
    }
}

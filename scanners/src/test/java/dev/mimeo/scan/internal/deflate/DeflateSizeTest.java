package dev.mimeo.scan.internal.deflate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.DeflateTokens;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the sizes against zlib's with {@code HUFFMAN_ONLY}, where every byte is a literal, so that any code can be had. */
final class DeflateSizeTest {

    private static final int BLOCK_TOKENS = 16_383;

    @BeforeAll
    static void platformHasClassicZlib() {
        DeflateTokens.assumeClassicZlib();
    }

    @Test
    void agreesOnCodesThatMustBeShortened() {
        // Counts like Fibonacci's numbers give the deepest tree: 19 symbols would need 18 bits, 15 are allowed.
        for (int symbols = 1; symbols <= 19; symbols++) {
            int[] counts = new int[256];
            int a = 1;
            int b = 1;
            for (int i = 0; i < symbols; i++) {
                counts[i * 7] = a;
                int sum = a + b;
                a = b;
                b = sum;
            }
            check("Fibonacci of " + symbols, counts);
        }
    }

    @Test
    void agreesOnAllSortsOfDistributions() {
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            int symbols = 1 + random.nextInt(1 << random.nextInt(9));
            double skew = random.nextDouble() * 3;
            int[] counts = new int[256];
            for (int i = 0; i < symbols; i++) {
                counts[random.nextInt(256)] = (int) Math.pow(random.nextInt(60) + 1, skew) % 2000;
            }
            check("seed " + seed, counts);
        }
    }

    @Test
    void agreesOnNothingAndOnOneByte() {
        int[] counts = new int[256];
        check("nothing", counts);
        counts[200] = 1;
        check("one byte", counts);
    }

    @Test
    void lengthsAreACompleteCodeWithinTheLimit() {
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            int symbols = 2 + random.nextInt(285);
            int limit = symbols > 128 || random.nextBoolean() ? 15 : 7;
            int[] counts = new int[286];
            for (int i = 0; i < symbols; i++) {
                counts[i] = 1 + (random.nextInt(12) == 0 ? random.nextInt(1 << random.nextInt(12)) : 0);
            }
            int[] lengths = new int[286];
            int last = new HuffmanLengths(286).compute(counts, 286, limit, lengths);
            assertThat(last).isEqualTo(symbols - 1);
            long kraft = 0;
            for (int i = 0; i < symbols; i++) {
                assertThat(lengths[i]).as("seed %s", seed).isBetween(1, limit);
                kraft += 1L << (limit - lengths[i]);
            }
            assertThat(kraft).as("seed %s", seed).isEqualTo(1L << limit);
            assertThat(Arrays.stream(lengths, symbols, 286).sum()).isZero();
        }
    }

    /** Checks one stream of literals with the given counts, in some order, cut into blocks as zlib does. */
    private static void check(String what, int[] counts) {
        byte[] data = new byte[Arrays.stream(counts).sum()];
        int n = 0;
        for (int value = 0; value < 256; value++) {
            Arrays.fill(data, n, n + counts[value], (byte) value);
            n += counts[value];
        }
        DeflateSize size = new DeflateSize();
        int start = 0;
        do {
            int count = Math.min(BLOCK_TOKENS, data.length - start);
            int[] tokens = new int[count];
            for (int i = 0; i < count; i++) {
                tokens[i] = data[start + i] & 0xff;
            }
            size.addBlock(tokens, count, count, true);
            start += count;
            // A full block right at the end is followed by an empty one.
        } while (start < data.length || (start > 0 && start % BLOCK_TOKENS == 0 && emptyBlock(size)));
        assertThat(size.bytes()).as(what).isEqualTo(huffmanOnly(data));
    }

    private static boolean emptyBlock(DeflateSize size) {
        size.addBlock(new int[0], 0, 0, true);
        return false;
    }

    private static long huffmanOnly(byte[] data) {
        Deflater deflater = new Deflater(6);
        deflater.setStrategy(Deflater.HUFFMAN_ONLY);
        deflater.setInput(data);
        deflater.finish();
        byte[] out = new byte[data.length + 1000];
        int size = 0;
        while (!deflater.finished()) { // the first call only sets the strategy
            size += deflater.deflate(out, size, out.length - size);
        }
        deflater.end();
        return size;
    }
}

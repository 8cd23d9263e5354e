package dev.mimeo.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;

/**
 * Reads the tokens of a zlib stream (RFC 1950, RFC 1951), as {@code distance << 9 | length} or the literal byte: the literals and
 * matches that zlib itself found, and so a truth that depends on no matcher of ours. Plain and slow.
 */
public final class DeflateTokens {
    private static final int[] ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private final byte[] stream;
    private int bit;
    private int[] tokens = new int[1024];
    private int count;

    private DeflateTokens(byte[] stream, int start) {
        this.stream = stream;
        this.bit = start * 8;
    }

    /**
     * Skips the calling test where the JDK runs on another zlib (zlib-ng, Chromium's, Cloudflare's): those find other
     * matches at the same level.
     */
    public static void assumeClassicZlib() {
        byte[] canary = new byte[20_000];
        Random random = new Random(7);
        for (int i = 0; i < canary.length; i++) {
            canary[i] = (byte) ("abcd".charAt(random.nextInt(4)) + (random.nextInt(40) == 0 ? random.nextInt(20) : 0));
        }
        byte[] stream = deflate(canary, 0, canary.length);
        assumeTrue(
                stream.length == 6887 && Arrays.hashCode(stream) == 1204481354,
                "the JDK's zlib is not classic zlib; this test compares with that");
    }

    /** Compresses with the platform's zlib at level 6. */
    public static byte[] deflate(byte[] data, int offset, int length) {
        Deflater deflater = new Deflater(6);
        deflater.setInput(data, offset, length);
        deflater.finish();
        byte[] out = new byte[length + length / 1000 + 1000];
        int size = deflater.deflate(out);
        if (!deflater.finished()) {
            throw new IllegalStateException("the stream does not fit");
        }
        deflater.end();
        return Arrays.copyOf(out, size);
    }

    /** Returns the tokens of a zlib stream; stored bytes come as -1 each, because the stream does not tell their tokens. */
    public static int[] of(byte[] zlibStream) {
        DeflateTokens reader = new DeflateTokens(zlibStream, 2);
        reader.readBlocks();
        return Arrays.copyOf(reader.tokens, reader.count);
    }

    private void readBlocks() {
        boolean last;
        do {
            last = bits(1) == 1;
            int type = bits(2);
            switch (type) {
                case 0 -> stored();
                case 1 -> coded(fixed(), new Code(lengths(30, 5)));
                case 2 -> dynamic();
                default -> throw new IllegalStateException("block type " + type);
            }
        } while (!last);
    }

    private void stored() {
        bit = (bit + 7) / 8 * 8;
        int length = bits(16);
        bit += 16 + 8 * length;
        for (int i = 0; i < length; i++) {
            add(-1);
        }
    }

    private static Code fixed() {
        int[] lengths = new int[288];
        for (int i = 0; i < 288; i++) {
            lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        }
        return new Code(lengths);
    }

    private static int[] lengths(int symbols, int length) {
        int[] lengths = new int[symbols];
        Arrays.fill(lengths, length);
        return lengths;
    }

    private void dynamic() {
        int literals = bits(5) + 257;
        int distances = bits(5) + 1;
        int sent = bits(4) + 4;
        int[] codeLengths = new int[19];
        for (int i = 0; i < sent; i++) {
            codeLengths[ORDER[i]] = bits(3);
        }
        Code code = new Code(codeLengths);
        int[] all = new int[literals + distances];
        for (int i = 0; i < all.length; ) {
            int symbol = symbol(code);
            int value = symbol < 16 ? symbol : symbol == 16 ? all[i - 1] : 0;
            int repeat = symbol < 16 ? 1 : symbol == 16 ? 3 + bits(2) : symbol == 17 ? 3 + bits(3) : 11 + bits(7);
            while (repeat-- > 0) {
                all[i++] = value;
            }
        }
        coded(new Code(Arrays.copyOf(all, literals)), new Code(Arrays.copyOfRange(all, literals, all.length)));
    }

    private void coded(Code literals, Code distances) {
        while (true) {
            int symbol = symbol(literals);
            if (symbol == 256) {
                return;
            }
            if (symbol < 256) {
                add(symbol);
                continue;
            }
            int extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
            int length = symbol == 285
                    ? 258
                    : symbol < 265 ? symbol - 254 : 3 + ((4 + (symbol - 265) % 4) << extra) + bits(extra);
            int d = symbol(distances);
            int distanceExtra = d < 4 ? 0 : d / 2 - 1;
            int distance = d < 4 ? d + 1 : 1 + ((2 + d % 2) << distanceExtra) + bits(distanceExtra);
            add((distance << 9) | length);
        }
    }

    private void add(int token) {
        if (count == tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * count);
        }
        tokens[count++] = token;
    }

    private int bits(int n) {
        int value = 0;
        for (int i = 0; i < n; i++) {
            value |= ((stream[bit >>> 3] >>> (bit & 7)) & 1) << i;
            bit++;
        }
        return value;
    }

    private int symbol(Code code) {
        int value = 0;
        int first = 0;
        int index = 0;
        for (int length = 1; length <= 15; length++) {
            value |= bits(1);
            int n = code.counts[length];
            if (value - first < n) {
                return code.symbols[index + value - first];
            }
            index += n;
            first = (first + n) << 1;
            value <<= 1;
        }
        throw new IllegalStateException("no such code at bit " + bit);
    }

    /** A canonical code: how many codes of each length, and their symbols in order. */
    private static final class Code {
        final int[] counts = new int[16];
        final int[] symbols;

        Code(int[] lengths) {
            symbols = new int[lengths.length];
            int n = 0;
            for (int length = 1; length <= 15; length++) {
                for (int symbol = 0; symbol < lengths.length; symbol++) {
                    if (lengths[symbol] == length) {
                        counts[length]++;
                        symbols[n++] = symbol;
                    }
                }
            }
        }
    }
}

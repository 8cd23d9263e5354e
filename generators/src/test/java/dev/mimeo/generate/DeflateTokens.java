package dev.mimeo.generate;

import java.util.zip.Deflater;

/**
 * Counts the literals and matches in a zlib stream by decoding its Huffman codes (RFC 1950, RFC 1951): what zlib itself
 * found, so a truth that does not depend on any matcher of ours.
 */
final class DeflateTokens {

    private static final int[] LENGTH_BASE = {
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258
    };
    private static final int[] LENGTH_EXTRA = {
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0
    };
    private static final int[] CODE_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    /** Matches by length. */
    final int[] lengths = new int[259];

    /** Bytes outside matches. */
    long literals;

    /** Size of the zlib stream. */
    int deflatedBytes;

    private byte[] in = new byte[0];
    private int bit;

    private DeflateTokens() {}

    /** Compresses with zlib level 6 and counts. */
    static DeflateTokens of(byte[] data, int offset, int length) {
        Deflater deflater = new Deflater(6);
        try {
            deflater.setInput(data, offset, length);
            deflater.finish();
            byte[] out = new byte[length + length / 1000 + 100];
            int size = deflater.deflate(out);
            if (!deflater.finished()) {
                throw new AssertionError("buffer too small");
            }
            DeflateTokens tokens = new DeflateTokens();
            tokens.deflatedBytes = size;
            tokens.in = out;
            tokens.bit = 16;
            tokens.blocks();
            return tokens;
        } finally {
            deflater.end();
        }
    }

    private void blocks() {
        boolean last = false;
        while (!last) {
            last = bits(1) == 1;
            switch (bits(2)) {
                case 0 -> stored();
                case 1 -> codes(new Huffman(fixedLiterals()), new Huffman(fixedDistances()));
                case 2 -> dynamic();
                default -> throw new AssertionError("bad block");
            }
        }
    }

    private void stored() {
        bit = (bit + 7) & ~7;
        int length = bits(16);
        bits(16);
        literals += length;
        bit += 8 * length;
    }

    private void dynamic() {
        int literalCodes = bits(5) + 257;
        int distanceCodes = bits(5) + 1;
        int codeCodes = bits(4) + 4;
        int[] codeLengths = new int[19];
        for (int i = 0; i < codeCodes; i++) {
            codeLengths[CODE_ORDER[i]] = bits(3);
        }
        Huffman codes = new Huffman(codeLengths);
        int[] all = new int[literalCodes + distanceCodes];
        for (int i = 0; i < all.length; ) {
            int symbol = codes.next();
            if (symbol < 16) {
                all[i++] = symbol;
            } else {
                int value = symbol == 16 ? all[i - 1] : 0;
                int times = symbol == 16 ? 3 + bits(2) : symbol == 17 ? 3 + bits(3) : 11 + bits(7);
                while (times-- > 0) {
                    all[i++] = value;
                }
            }
        }
        codes(
                new Huffman(java.util.Arrays.copyOf(all, literalCodes)),
                new Huffman(java.util.Arrays.copyOfRange(all, literalCodes, all.length)));
    }

    private void codes(Huffman literalCodes, Huffman distanceCodes) {
        for (int symbol = literalCodes.next(); symbol != 256; symbol = literalCodes.next()) {
            if (symbol < 256) {
                literals++;
            } else {
                lengths[LENGTH_BASE[symbol - 257] + bits(LENGTH_EXTRA[symbol - 257])]++;
                int distance = distanceCodes.next();
                bits(distance < 4 ? 0 : distance / 2 - 1);
            }
        }
    }

    private static int[] fixedLiterals() {
        int[] lengths = new int[288];
        for (int i = 0; i < 288; i++) {
            lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        }
        return lengths;
    }

    private static int[] fixedDistances() {
        int[] lengths = new int[30];
        java.util.Arrays.fill(lengths, 5);
        return lengths;
    }

    private int bits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++, bit++) {
            value |= (in[bit >> 3] >> (bit & 7) & 1) << i;
        }
        return value;
    }

    /** A canonical code, decoded bit by bit. */
    private final class Huffman {
        private final int[] counts = new int[16];
        private final int[] symbols;

        Huffman(int[] lengths) {
            for (int length : lengths) {
                counts[length]++;
            }
            counts[0] = 0;
            int[] next = new int[17];
            for (int i = 1; i < 16; i++) {
                next[i + 1] = next[i] + counts[i];
            }
            symbols = new int[lengths.length];
            for (int i = 0; i < lengths.length; i++) {
                if (lengths[i] > 0) {
                    symbols[next[lengths[i]]++] = i;
                }
            }
        }

        int next() {
            int code = 0;
            int first = 0;
            int index = 0;
            for (int length = 1; length < 16; length++) {
                code |= bits(1);
                int count = counts[length];
                if (code - count < first) {
                    return symbols[index + code - first];
                }
                index += count;
                first = (first + count) << 1;
                code <<= 1;
            }
            throw new AssertionError("bad code");
        }
    }
}

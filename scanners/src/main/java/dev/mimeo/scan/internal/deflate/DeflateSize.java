package dev.mimeo.scan.internal.deflate;

import java.util.Arrays;

/**
 * Computes how large the zlib stream (RFC 1950, RFC 1951) of a parse is, block by block, by the choices of zlib: each block
 * is stored, coded with the fixed or coded with its own Huffman codes, whichever is smallest. Not thread-safe.
 */
final class DeflateSize {

    private static final int LITERALS_AND_LENGTHS = 286;
    private static final int DISTANCES = 30;
    private static final int CODE_LENGTHS = 19;
    private static final int END_OF_BLOCK = 256;
    private static final int MAX_BITS = 15;
    private static final int MAX_CODE_LENGTH_BITS = 7;
    private static final int ZLIB_HEADER_AND_TRAILER = 6;

    /** The order in which the lengths of the code-length codes are sent (RFC 1951, 3.2.7). */
    private static final byte[] SENT_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private static final short[] LENGTH_SYMBOL = new short[259];
    private static final byte[] SYMBOL_EXTRA_BITS = new byte[LITERALS_AND_LENGTHS];

    static {
        int symbol = 257;
        int length = 3;
        for (; symbol < 285; symbol++) {
            int extra = symbol < 265 ? 0 : (symbol - 261) / 4;
            SYMBOL_EXTRA_BITS[symbol] = (byte) extra;
            for (int end = length + (1 << extra); length < end && length < 258; length++) {
                LENGTH_SYMBOL[length] = (short) symbol;
            }
        }
        LENGTH_SYMBOL[258] = 285;
    }

    private final int[] symbolCounts = new int[LITERALS_AND_LENGTHS];
    private final int[] distanceCounts = new int[DISTANCES];
    private final int[] codeLengthCounts = new int[CODE_LENGTHS];
    private final int[] symbolLengths = new int[LITERALS_AND_LENGTHS];
    private final int[] distanceLengths = new int[DISTANCES];
    private final int[] codeLengthLengths = new int[CODE_LENGTHS];
    private final HuffmanLengths huffman = new HuffmanLengths(LITERALS_AND_LENGTHS);
    private long bits;

    /** Starts a stream. */
    void reset() {
        bits = 0;
    }

    /** Returns the bytes of the stream so far, with the header and trailer of zlib. */
    long bytes() {
        return (bits + 7) / 8 + ZLIB_HEADER_AND_TRAILER;
    }

    /**
     * Adds a block.
     *
     * @param tokens literals as the byte value, matches as {@code distance << 9 | length}
     * @param sourceBytes bytes that the tokens stand for
     * @param storable whether zlib still has these bytes to store them
     */
    void addBlock(int[] tokens, int count, int sourceBytes, boolean storable) {
        count(tokens, count);
        int lastSymbol = huffman.compute(symbolCounts, LITERALS_AND_LENGTHS, MAX_BITS, symbolLengths);
        int lastDistance = huffman.compute(distanceCounts, DISTANCES, MAX_BITS, distanceLengths);
        long dynamicBits = headerBits(lastSymbol, lastDistance);
        long fixedBits = 0;
        for (int symbol = 0; symbol < LITERALS_AND_LENGTHS; symbol++) {
            int extra = SYMBOL_EXTRA_BITS[symbol];
            dynamicBits += (long) symbolCounts[symbol] * (symbolLengths[symbol] + extra);
            fixedBits += (long) symbolCounts[symbol] * (fixedLength(symbol) + extra);
        }
        for (int symbol = 0; symbol < DISTANCES; symbol++) {
            int extra = symbol < 4 ? 0 : symbol / 2 - 1;
            dynamicBits += (long) distanceCounts[symbol] * (distanceLengths[symbol] + extra);
            fixedBits += (long) distanceCounts[symbol] * (5 + extra);
        }
        long fixedBytes = (fixedBits + 3 + 7) >>> 3;
        long codedBytes = Math.min((dynamicBits + 3 + 7) >>> 3, fixedBytes);
        if (storable && sourceBytes + 4 <= codedBytes) {
            bits = (bits + 3 + 7) / 8 * 8 + 32 + 8L * sourceBytes;
        } else {
            bits += 3 + (fixedBytes == codedBytes ? fixedBits : dynamicBits);
        }
    }

    private void count(int[] tokens, int count) {
        Arrays.fill(symbolCounts, 0);
        Arrays.fill(distanceCounts, 0);
        for (int i = 0; i < count; i++) {
            int token = tokens[i];
            int distance = token >>> 9;
            if (distance == 0) {
                symbolCounts[token]++;
            } else {
                symbolCounts[LENGTH_SYMBOL[token & 0x1ff]]++;
                distanceCounts[distanceSymbol(distance)]++;
            }
        }
        symbolCounts[END_OF_BLOCK] = 1;
    }

    private static int distanceSymbol(int distance) {
        int d = distance - 1;
        if (d < 2) {
            return d;
        }
        int log = 31 - Integer.numberOfLeadingZeros(d);
        return 2 * log + ((d >>> (log - 1)) & 1);
    }

    private static int fixedLength(int symbol) {
        return symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
    }

    /** Returns the bits of the description of both codes. */
    private int headerBits(int lastSymbol, int lastDistance) {
        Arrays.fill(codeLengthCounts, 0);
        countRuns(symbolLengths, lastSymbol);
        countRuns(distanceLengths, lastDistance);
        huffman.compute(codeLengthCounts, CODE_LENGTHS, MAX_CODE_LENGTH_BITS, codeLengthLengths);
        int sent = CODE_LENGTHS;
        while (sent > 4 && codeLengthLengths[SENT_ORDER[sent - 1]] == 0) {
            sent--;
        }
        int total = 5 + 5 + 4 + 3 * sent;
        for (int symbol = 0; symbol < CODE_LENGTHS; symbol++) {
            int extra = symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
            total += codeLengthCounts[symbol] * (codeLengthLengths[symbol] + extra);
        }
        return total;
    }

    /**
     * Counts the symbols 0 to 18 that describe a list of code lengths. A run is cut greedily: zeros at 138, another length
     * at 6 after its first occurrence; what is too short for a repeat symbol is written out.
     */
    private void countRuns(int[] lengths, int last) {
        int previous = -1;
        for (int start = 0; start <= last; ) {
            int length = lengths[start];
            int longest = length == 0 ? 138 : length == previous ? 6 : 7;
            int end = start + 1;
            while (end <= last && end - start < longest && lengths[end] == length) {
                end++;
            }
            int run = end - start;
            if (run < (length == 0 || length == previous ? 3 : 4)) {
                codeLengthCounts[length] += run;
            } else if (length != 0) {
                codeLengthCounts[length] += length == previous ? 0 : 1;
                codeLengthCounts[16]++;
            } else {
                codeLengthCounts[run <= 10 ? 17 : 18]++;
            }
            previous = length;
            start = end;
        }
    }
}

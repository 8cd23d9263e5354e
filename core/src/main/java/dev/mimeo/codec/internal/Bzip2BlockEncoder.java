package dev.mimeo.codec.internal;

import java.util.Arrays;

/** Codes the bytes of sorted rotations: places in the list of bytes by their last use, in up to six Huffman codes. Not thread-safe. */
final class Bzip2BlockEncoder {
    private static final int ROUNDS = 4;

    /** Length of codes of symbols that a code is not for, before the first round. */
    private static final int FAR = 15;

    /** Sums of the lengths of 50 symbols in each of six codes, side by side in a long. */
    private static final int SUM_BITS = 10;

    private static final int SUM = (1 << SUM_BITS) - 1;

    private final Bzip2CodeLengths codeLengths = new Bzip2CodeLengths();
    private final boolean[] occurs = new boolean[Bzip2Format.BYTES];
    private final int[] frequencies = new int[Bzip2Format.SYMBOLS];
    private final int[][] lengths = new int[Bzip2Format.CODES][Bzip2Format.SYMBOLS];
    private final int[][] codes = new int[Bzip2Format.CODES][Bzip2Format.SYMBOLS];
    private final long[] sums = new long[Bzip2Format.SYMBOLS];

    private short[] symbols = {};
    private byte[] selectors = {};
    private int symbolCount;
    private int alphabet;
    private int codeCount;

    /**
     * Writes what follows the rank in a block.
     *
     * @param sorted the last bytes, 0 to 255, of rotations in their order
     */
    void encode(int[] sorted, int length, BitSink out) {
        if (symbols.length <= length) {
            symbols = new short[length + 1];
            selectors = new byte[length / Bzip2Format.GROUP + 1];
        }
        listSymbols(sorted, length);
        chooseCodes();
        writeBytes(out);
        writeSelectors(out);
        for (int code = 0; code < codeCount; code++) {
            writeLengths(lengths[code], out);
        }
        writeSymbols(out);
    }

    private void listSymbols(int[] sorted, int length) {
        Arrays.fill(occurs, false);
        for (int i = 0; i < length; i++) {
            occurs[sorted[i]] = true;
        }
        int[] list = new int[Bzip2Format.BYTES];
        int values = 0;
        for (int value = 0; value < Bzip2Format.BYTES; value++) {
            if (occurs[value]) {
                list[values++] = value;
            }
        }
        alphabet = values + 2;
        Arrays.fill(frequencies, 0);
        int count = 0;
        int zeros = 0;
        for (int i = 0; i < length; i++) {
            int value = sorted[i];
            if (list[0] == value) {
                zeros++;
                continue;
            }
            count = addZeros(zeros, count);
            zeros = 0;
            int moved = list[0];
            list[0] = value;
            int place = 1;
            for (int there = list[1]; there != value; there = list[place]) {
                list[place++] = moved;
                moved = there;
            }
            list[place] = moved;
            symbols[count++] = (short) (place + 1);
            frequencies[place + 1]++;
        }
        count = addZeros(zeros, count);
        symbols[count++] = (short) (values + 1);
        frequencies[values + 1]++;
        symbolCount = count;
    }

    /** Adds the digits, 1 and 2 to the base 2, of a number of bytes that are first in the list, and returns the new number of symbols. */
    private int addZeros(int zeros, int count) {
        int at = count;
        for (int rest = zeros; rest > 0; rest = (rest - 1) >> 1) {
            int symbol = (rest - 1) & 1;
            symbols[at++] = (short) symbol;
            frequencies[symbol]++;
        }
        return at;
    }

    /** The first codes are for ranges of symbols of about equal frequency; then each group chooses, and codes are made for those that chose them. */
    private void chooseCodes() {
        codeCount = symbolCount < 200 ? 2 : symbolCount < 600 ? 3 : symbolCount < 1200 ? 4 : symbolCount < 2400 ? 5 : 6;
        divideSymbols();
        int[][] chosen = new int[codeCount][Bzip2Format.SYMBOLS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int symbol = 0; symbol < alphabet; symbol++) {
                long sum = 0;
                for (int code = 0; code < codeCount; code++) {
                    sum |= (long) lengths[code][symbol] << (SUM_BITS * code);
                }
                sums[symbol] = sum;
            }
            for (int[] frequency : chosen) {
                Arrays.fill(frequency, 0);
            }
            for (int start = 0, group = 0; start < symbolCount; start += Bzip2Format.GROUP, group++) {
                int end = Math.min(start + Bzip2Format.GROUP, symbolCount);
                int best = cheapest(start, end);
                selectors[group] = (byte) best;
                int[] frequency = chosen[best];
                for (int i = start; i < end; i++) {
                    frequency[symbols[i]]++;
                }
            }
            for (int code = 0; code < codeCount; code++) {
                codeLengths.set(lengths[code], chosen[code], alphabet);
            }
        }
    }

    private void divideSymbols() {
        int rest = symbolCount;
        int start = 0;
        for (int code = codeCount - 1; code >= 0; code--) {
            int wanted = rest / (code + 1);
            int end = start;
            int sum = 0;
            while (sum < wanted && end < alphabet) {
                sum += frequencies[end++];
            }
            // Every second range is without the symbol that goes beyond what is wanted.
            if (end > start + 1 && code != codeCount - 1 && code != 0 && (codeCount - code) % 2 == 0) {
                sum -= frequencies[--end];
            }
            Arrays.fill(lengths[code], 0, alphabet, FAR);
            Arrays.fill(lengths[code], start, end, 0);
            start = end;
            rest -= sum;
        }
    }

    /** Returns the first code that takes the fewest bits for a group. */
    private int cheapest(int start, int end) {
        long sum = 0;
        for (int i = start; i < end; i++) {
            sum += sums[symbols[i]];
        }
        int best = 0;
        long least = sum & SUM;
        for (int code = 1; code < codeCount; code++) {
            long cost = (sum >>> (SUM_BITS * code)) & SUM;
            if (cost < least) {
                least = cost;
                best = code;
            }
        }
        return best;
    }

    private void writeBytes(BitSink out) {
        int ranges = 0;
        int[] range = new int[16];
        for (int value = 0; value < Bzip2Format.BYTES; value++) {
            if (occurs[value]) {
                ranges |= 0x8000 >> (value >> 4);
                range[value >> 4] |= 0x8000 >> (value & 15);
            }
        }
        out.put(16, ranges);
        for (int bits : range) {
            if (bits != 0) {
                out.put(16, bits);
            }
        }
    }

    private void writeSelectors(BitSink out) {
        int groups = (symbolCount + Bzip2Format.GROUP - 1) / Bzip2Format.GROUP;
        out.put(3, codeCount);
        out.put(15, groups);
        int[] list = new int[codeCount];
        Arrays.setAll(list, code -> code);
        for (int group = 0; group < groups; group++) {
            int code = selectors[group];
            int place = 0;
            int moved = code;
            while (list[place] != code) {
                int there = list[place];
                list[place++] = moved;
                moved = there;
            }
            list[place] = moved;
            out.put(place + 1, (2 << place) - 2);
        }
    }

    private void writeLengths(int[] length, BitSink out) {
        int current = length[0];
        out.put(5, current);
        for (int symbol = 0; symbol < alphabet; symbol++) {
            for (; current < length[symbol]; current++) {
                out.put(2, 2);
            }
            for (; current > length[symbol]; current--) {
                out.put(2, 3);
            }
            out.put(1, 0);
        }
    }

    private void writeSymbols(BitSink out) {
        for (int code = 0; code < codeCount; code++) {
            assignCodes(lengths[code], codes[code]);
        }
        for (int start = 0, group = 0; start < symbolCount; start += Bzip2Format.GROUP, group++) {
            int end = Math.min(start + Bzip2Format.GROUP, symbolCount);
            int[] code = codes[selectors[group]];
            int[] length = lengths[selectors[group]];
            for (int i = start; i < end; i++) {
                out.put(length[symbols[i]], code[symbols[i]]);
            }
        }
    }

    /** Gives ascending codes to the symbols, the shortest first, and of equal lengths in the order of symbols. */
    private void assignCodes(int[] length, int[] code) {
        int longest = Arrays.stream(length, 0, alphabet).max().orElseThrow();
        int next = 0;
        for (int bits = 1; bits <= longest; bits++) {
            for (int symbol = 0; symbol < alphabet; symbol++) {
                if (length[symbol] == bits) {
                    code[symbol] = next++;
                }
            }
            next <<= 1;
        }
    }
}

package dev.mimeo.codec.internal;

import java.util.Arrays;
import java.util.zip.DataFormatException;

/** A Huffman code of a block: ascending codes for its symbols, the shortest first. Not thread-safe. */
final class Bzip2Code {
    private static final int LONGEST = 20;

    /** Bits of which a table knows the symbol; a code that is longer takes a search by length. */
    private static final int QUICK = 10;

    /** Bits of an entry of the table for the length of a code. */
    private static final int LENGTH_BITS = 5;

    private final int[] quick = new int[1 << QUICK];
    private final short[] symbols = new short[Bzip2Format.SYMBOLS];

    /** For each length, the first code behind those that are not longer, with {@link #LONGEST} bits. */
    private final int[] ends = new int[LONGEST + 1];

    /** For each length, what its codes are more than their place in {@link #symbols}. */
    private final int[] offsets = new int[LONGEST + 1];

    private final int[] lengths = new int[Bzip2Format.SYMBOLS];

    /**
     * Reads the lengths of codes.
     *
     * @param alphabet symbols, at least 3
     * @throws DataFormatException if a length is not 1 to 20, or there are more short codes than bits allow
     */
    void read(BitSource in, int alphabet) throws DataFormatException {
        int length = in.next(5);
        for (int symbol = 0; symbol < alphabet; symbol++) {
            while (true) {
                if (length < 1 || length > LONGEST) {
                    throw new DataFormatException("a code has a length of " + length + " bits");
                }
                if (in.next(1) == 0) {
                    break;
                }
                length += in.next(1) == 0 ? 1 : -1;
            }
            lengths[symbol] = length;
        }
        assign(alphabet);
    }

    private void assign(int alphabet) throws DataFormatException {
        Arrays.fill(quick, 0);
        int next = 0;
        int place = 0;
        for (int length = 1; length <= LONGEST; length++) {
            next <<= 1;
            offsets[length] = next - place;
            for (int symbol = 0; symbol < alphabet; symbol++) {
                if (lengths[symbol] == length) {
                    if (next >= 1 << length) {
                        throw new DataFormatException("more codes than lengths allow");
                    }
                    if (length <= QUICK) {
                        int first = next << (QUICK - length);
                        Arrays.fill(quick, first, first + (1 << (QUICK - length)), (symbol << LENGTH_BITS) | length);
                    }
                    symbols[place++] = (short) symbol;
                    next++;
                }
            }
            ends[length] = next << (LONGEST - length);
        }
    }

    /**
     * Reads the next symbol.
     *
     * @throws DataFormatException if the bits are no code, or are cut off
     */
    int next(BitSource in) throws DataFormatException {
        int bits = in.peek(LONGEST);
        int entry = quick[bits >>> (LONGEST - QUICK)];
        if (entry != 0) {
            in.skip(entry & ((1 << LENGTH_BITS) - 1));
            return entry >>> LENGTH_BITS;
        }
        for (int length = QUICK + 1; length <= LONGEST; length++) {
            if (bits < ends[length]) {
                in.skip(length);
                return symbols[(bits >>> (LONGEST - length)) - offsets[length]];
            }
        }
        in.require(LONGEST);
        throw new DataFormatException("bits that are no code");
    }
}

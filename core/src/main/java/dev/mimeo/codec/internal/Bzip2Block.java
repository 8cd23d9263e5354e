package dev.mimeo.codec.internal;

import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * A block of a bzip2 stream, as {@link Bzip2Format} has it, which is read as a whole and written piece by piece. Blocks in random order, as
 * versions before 0.9.5 made them, are refused. Keeps its arrays from one block to the next; they are no larger than the largest block may be.
 * Not thread-safe.
 */
final class Bzip2Block {
    private static final int MOST_SELECTORS = Bzip2Format.LARGEST / Bzip2Format.GROUP + 2;

    /** More bits of the length of a run than any block has. */
    private static final int LONGEST_RUN_BITS = 21;

    private final Bzip2Code[] codes = new Bzip2Code[Bzip2Format.CODES];
    private final byte[] selectors = new byte[MOST_SELECTORS];
    private final byte[] list = new byte[Bzip2Format.BYTES];
    private final int[] starts = new int[Bzip2Format.BYTES];

    /** In the order of rotations, the last byte of each; then also the place of the rotation that begins with it, in the bits above. */
    private int[] entries = {};

    private int codeCount;
    private int selectorCount;
    private int checksum;

    /** The entry of the byte that was written last, and how many follow. */
    private int entry;

    private int left;

    /** The byte that was written last, or -1 at the start and behind a run, and the number of equal ones up to it. */
    private int last;

    private int equal;

    /** The rest of a run that is to be written. */
    private int repeats;

    private byte repeated;

    Bzip2Block() {
        Arrays.setAll(codes, code -> new Bzip2Code());
    }

    /** The block has more bytes, before runs are written in full, than the caller allows. */
    static final class LimitException extends DataFormatException {
        private static final long serialVersionUID = 1L;

        LimitException(int most) {
            super("a block is longer than " + most + " bytes");
        }
    }

    /**
     * Reads the block behind its first 48 bits.
     *
     * @param most bytes that it may have, before runs are written in full: 1 to 900,000
     * @throws LimitException if it has more
     * @throws DataFormatException if it is malformed or cut off
     */
    void read(BitSource in, int most) throws DataFormatException {
        left = 0;
        repeats = 0;
        checksum = in.next(32);
        if (in.next(1) != 0) {
            throw new DataFormatException("in random order, as made by bzip2 before 0.9.5");
        }
        int rank = in.next(24);
        int values = readValues(in);
        readSelectors(in);
        for (int code = 0; code < codeCount; code++) {
            codes[code].read(in, values + 2);
        }
        int length = readSorted(in, values, most);
        if (rank >= length) {
            throw new DataFormatException("a block of " + length + " bytes is at rank " + rank);
        }
        linkRotations(length);
        entry = entries[rank];
        left = length;
        last = -1;
        equal = 0;
    }

    /** Returns the checksum that the bytes of the block should have. */
    int checksum() {
        return checksum;
    }

    /** Returns whether all bytes of the block are written. */
    boolean isWritten() {
        return left == 0 && repeats == 0;
    }

    /** Lists the byte values of the block, and returns how many there are. */
    private int readValues(BitSource in) throws DataFormatException {
        int ranges = in.next(16);
        int values = 0;
        for (int range = 0; range < 16; range++) {
            if ((ranges & (0x8000 >> range)) != 0) {
                int bits = in.next(16);
                for (int value = 0; value < 16; value++) {
                    if ((bits & (0x8000 >> value)) != 0) {
                        list[values++] = (byte) ((range << 4) | value);
                    }
                }
            }
        }
        if (values == 0) {
            throw new DataFormatException("no byte value occurs");
        }
        return values;
    }

    /** Selectors beyond those that a block may need have no use, and some programs write them. */
    private void readSelectors(BitSource in) throws DataFormatException {
        codeCount = in.next(3);
        int count = in.next(15);
        if (codeCount < 2 || codeCount > Bzip2Format.CODES || count == 0) {
            throw new DataFormatException(codeCount + " codes for " + count + " groups");
        }
        selectorCount = Math.min(count, MOST_SELECTORS);
        byte[] recent = {0, 1, 2, 3, 4, 5};
        for (int group = 0; group < count; group++) {
            int place = 0;
            while (in.next(1) == 1) {
                if (++place == codeCount) {
                    throw new DataFormatException("a code that is not there");
                }
            }
            byte code = moveToFront(recent, place);
            if (group < selectorCount) {
                selectors[group] = code;
            }
        }
    }

    private static byte moveToFront(byte[] recent, int place) {
        byte value = recent[place];
        if (place < 16) {
            for (int i = place; i > 0; i--) {
                recent[i] = recent[i - 1];
            }
        } else {
            System.arraycopy(recent, 0, recent, 1, place);
        }
        recent[0] = value;
        return value;
    }

    /** Reads the last bytes of the rotations in their order, and returns how many there are. */
    private int readSorted(BitSource in, int values, int most) throws DataFormatException {
        Arrays.fill(starts, 0);
        int length = 0;
        int run = 0;
        int digit = 0;
        for (int group = 0; group < selectorCount; group++) {
            Bzip2Code code = codes[selectors[group]];
            for (int i = 0; i < Bzip2Format.GROUP; i++) {
                int symbol = code.next(in);
                if (symbol <= 1) {
                    if (digit >= LONGEST_RUN_BITS) {
                        throw new DataFormatException("a run that is longer than a block");
                    }
                    run += (symbol + 1) << digit++;
                    continue;
                }
                int added = run + (symbol <= values ? 1 : 0);
                if (length > most - added) {
                    throw new LimitException(most);
                }
                reserve(length + added, most);
                if (run > 0) {
                    Arrays.fill(entries, length, length + run, list[0] & 0xff);
                    starts[list[0] & 0xff] += run;
                    length += run;
                    run = 0;
                    digit = 0;
                }
                if (symbol > values) {
                    return length;
                }
                int value = moveToFront(list, symbol - 1) & 0xff;
                entries[length++] = value;
                starts[value]++;
            }
        }
        throw new DataFormatException("the block does not end");
    }

    private void reserve(int length, int most) {
        if (entries.length < length) {
            entries = Arrays.copyOf(entries, (int) Math.max(length, Math.min(most, 2L * entries.length)));
        }
    }

    /** Adds to each entry the place of the rotation that begins with its byte: equal ones have the same order at both ends. */
    private void linkRotations(int length) {
        int sum = 0;
        for (int value = 0; value < Bzip2Format.BYTES; value++) {
            int count = starts[value];
            starts[value] = sum;
            sum += count;
        }
        for (int i = 0; i < length; i++) {
            int value = entries[i] & 0xff;
            entries[starts[value]++] |= i << Byte.SIZE;
        }
    }

    /**
     * Writes the next bytes of the block, with runs as long as they say.
     *
     * @return the end of what was written; it is before {@code end} only where the block ends
     */
    int write(byte[] out, int start, int end) {
        int at = writeRepeats(out, start, end);
        if (repeats > 0) {
            return at;
        }
        int[] links = entries;
        int current = entry;
        int previous = last;
        int run = equal;
        int count = left;
        while (count > 0 && (at < end || run == Bzip2Format.RUN)) {
            current = links[current >>> Byte.SIZE];
            count--;
            int value = current & 0xff;
            if (run < Bzip2Format.RUN) {
                out[at++] = (byte) value;
                run = value == previous ? run + 1 : 1;
                previous = value;
                continue;
            }
            repeated = (byte) previous;
            repeats = value;
            at = writeRepeats(out, at, end);
            run = 0;
            previous = -1;
            if (repeats > 0) {
                break;
            }
        }
        entry = current;
        last = previous;
        equal = run;
        left = count;
        return at;
    }

    private int writeRepeats(byte[] out, int start, int end) {
        int stop = start + Math.min(repeats, end - start);
        Arrays.fill(out, start, stop, repeated);
        repeats -= stop - start;
        return stop;
    }
}

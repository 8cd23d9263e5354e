package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * Decompresses bzip2 streams, as {@link Bzip2Format} has them. Blocks in random order, as versions before 0.9.5 made them, are refused. Keeps
 * its arrays from one call to the next; they are no larger than the blocks that a result of the expected length may have. Not thread-safe.
 */
final class Bzip2Decoder {
    private static final BitSource NOTHING = new BitSource(new byte[0], 0, 0);
    private static final int MOST_SELECTORS = 9 * Bzip2Format.UNIT / Bzip2Format.GROUP + 2;

    /** More bits of the length of a run than any block has. */
    private static final int LONGEST_RUN_BITS = 21;

    private final Bzip2Checksum checksum = new Bzip2Checksum();
    private final Bzip2Code[] codes = new Bzip2Code[Bzip2Format.CODES];
    private final byte[] selectors = new byte[MOST_SELECTORS];
    private final byte[] list = new byte[Bzip2Format.BYTES];
    private final int[] starts = new int[Bzip2Format.BYTES];

    /** In the order of rotations, the last byte of each; then also the place of the rotation that begins with it, in the bits above. */
    private int[] entries = {};

    private BitSource in = NOTHING;
    private byte[] target = {};
    private int written;
    private int end;
    private int codeCount;
    private int selectorCount;

    Bzip2Decoder() {
        Arrays.setAll(codes, code -> new Bzip2Code());
    }

    /** Decompresses a stream, as {@link Codec#decompress}. */
    int decode(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        in = new BitSource(src, srcOffset, srcLength);
        target = dst;
        written = dstOffset;
        end = dstOffset + dstLength;
        try {
            readStream();
            if (in.remainingBytes() > 0) {
                throw new DataFormatException("bzip2 block is followed by " + in.remainingBytes() + " other bytes");
            }
            return written - dstOffset;
        } finally {
            in = NOTHING;
            target = new byte[0];
        }
    }

    private void readStream() throws DataFormatException {
        try {
            int level = in.next(32) - (('B' << 24) | ('Z' << 16) | ('h' << 8) | '0');
            if (level < 1 || level > 9) {
                throw new DataFormatException("no header");
            }
            int total = 0;
            for (long kind = next48(); kind != Bzip2Format.END; kind = next48()) {
                if (kind != Bzip2Format.BLOCK) {
                    throw new DataFormatException("neither a block nor the end where one of them should be");
                }
                total = Bzip2Checksum.combine(total, readBlock(level * Bzip2Format.UNIT));
            }
            if (in.next(32) != total) {
                throw new DataFormatException("the checksum of the stream is wrong");
            }
        } catch (Codec.DestinationTooSmallException e) {
            throw e;
        } catch (DataFormatException e) {
            throw new DataFormatException("malformed bzip2 block: " + e.getMessage());
        }
    }

    private long next48() throws DataFormatException {
        long high = in.next(24);
        return (high << 24) | in.next(24);
    }

    /** Returns the checksum of the block. */
    private int readBlock(int largest) throws DataFormatException {
        int expected = in.next(32);
        if (in.next(1) != 0) {
            throw new DataFormatException("in random order, as made by bzip2 before 0.9.5");
        }
        int rank = in.next(24);
        int values = readValues();
        readSelectors();
        for (int code = 0; code < codeCount; code++) {
            codes[code].read(in, values + 2);
        }
        int length = readSorted(values, largest);
        if (rank >= length) {
            throw new DataFormatException("a block of " + length + " bytes is at rank " + rank);
        }
        linkRotations(length);
        int start = written;
        write(rank, length);
        if (checksum.of(target, start, written) != expected) {
            throw new DataFormatException("the checksum of a block is wrong");
        }
        return expected;
    }

    /** Lists the byte values of the block, and returns how many there are. */
    private int readValues() throws DataFormatException {
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
    private void readSelectors() throws DataFormatException {
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
    private int readSorted(int values, int largest) throws DataFormatException {
        int room = end - written;
        // Four bytes of a result come from at most five of a block.
        int most = (int) Math.min(largest, room + room / 4L + 1);
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
                    throw tooLong(largest, most);
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

    private DataFormatException tooLong(int largest, int most) {
        return most < largest
                ? new Codec.DestinationTooSmallException("bzip2", end - written)
                : new DataFormatException("a block is longer than " + largest + " bytes");
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

    /** Writes the block, with runs as long as they say. */
    private void write(int rank, int length) throws DataFormatException {
        byte[] out = target;
        int[] links = entries;
        int at = written;
        int stop = end;
        int entry = links[rank];
        int last = -1;
        int equal = 0;
        for (int i = 0; i < length; i++) {
            entry = links[entry >>> Byte.SIZE];
            int value = entry & 0xff;
            if (equal == Bzip2Format.RUN) {
                if (stop - at < value) {
                    throw new Codec.DestinationTooSmallException("bzip2", stop - written);
                }
                Arrays.fill(out, at, at + value, (byte) last);
                at += value;
                equal = 0;
                last = -1;
                continue;
            }
            if (at == stop) {
                throw new Codec.DestinationTooSmallException("bzip2", stop - written);
            }
            out[at++] = (byte) value;
            equal = value == last ? equal + 1 : 1;
            last = value;
        }
        written = at;
    }
}

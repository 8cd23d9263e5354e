package dev.mimeo.codec.internal;

import java.util.zip.DataFormatException;

/**
 * The blocks of a bzip2 stream, as {@link Bzip2Format} has it, one after the other; all checksums are verified. Can read other streams
 * afterwards. Not thread-safe.
 */
final class Bzip2Blocks {
    private final Bzip2Checksum checksum = new Bzip2Checksum();
    private final Bzip2Block block = new Bzip2Block();
    private int largest;
    private int total;

    /** Returns whether a stream can begin with four bytes. */
    static boolean isHeader(int bytes) {
        return bytes > Bzip2Format.HEADER && bytes <= Bzip2Format.HEADER + 9;
    }

    /**
     * Reads the header of a stream.
     *
     * @throws DataFormatException if it is another one, or cut off
     */
    void start(BitSource in) throws DataFormatException {
        int header = in.next(Integer.SIZE);
        if (!isHeader(header)) {
            throw new DataFormatException("no header");
        }
        largest = (header - Bzip2Format.HEADER) * Bzip2Format.UNIT;
        total = 0;
    }

    /**
     * Reads the next block, whose bytes can then be {@linkplain #write written}. The block before must have been.
     *
     * @param most bytes that the caller allows the block to have, before runs are written in full
     * @return false at the end of the stream
     * @throws Bzip2Block.LimitException if the block has more than that, but not more than the stream allows
     * @throws DataFormatException if it is malformed or cut off
     */
    boolean next(BitSource in, int most) throws DataFormatException {
        long kind = next48(in);
        if (kind == Bzip2Format.END) {
            if (in.next(32) != total) {
                throw new DataFormatException("the checksum of the stream is wrong");
            }
            return false;
        }
        if (kind != Bzip2Format.BLOCK) {
            throw new DataFormatException("neither a block nor the end where one of them should be");
        }
        read(in, most);
        total = Bzip2Checksum.combine(total, block.checksum());
        checksum.reset();
        return true;
    }

    private void read(BitSource in, int most) throws DataFormatException {
        try {
            block.read(in, Math.min(largest, most));
        } catch (Bzip2Block.LimitException e) {
            throw most < largest ? e : new DataFormatException(e.getMessage());
        }
    }

    private static long next48(BitSource in) throws DataFormatException {
        long high = in.next(24);
        return (high << 24) | in.next(24);
    }

    /** Returns whether all bytes of the block are written. */
    boolean isWritten() {
        return block.isWritten();
    }

    /**
     * Writes the next bytes of the block.
     *
     * @return the end of what was written; it is before {@code end} only where the block ends
     * @throws DataFormatException if the block ends and its checksum is wrong
     */
    int write(byte[] target, int start, int end) throws DataFormatException {
        int stop = block.write(target, start, end);
        checksum.update(target, start, stop);
        if (block.isWritten() && checksum.value() != block.checksum()) {
            throw new DataFormatException("the checksum of a block is wrong");
        }
        return stop;
    }
}

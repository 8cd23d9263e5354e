package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;
import java.util.zip.DataFormatException;

/** Decompresses bzip2 streams that are in arrays. Keeps its arrays from one call to the next. Not thread-safe. */
final class Bzip2Decoder {
    private final Bzip2Blocks blocks = new Bzip2Blocks();

    /** Decompresses a stream, as {@link Codec#decompress}. */
    int decode(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        int end = dstOffset + dstLength;
        int at = dstOffset;
        BitSource in = new BitSource(src, srcOffset, srcLength);
        try {
            blocks.start(in);
            while (blocks.next(in, mostBytes(end - at))) {
                at = blocks.write(dst, at, end);
                if (!blocks.isWritten()) {
                    throw new Codec.DestinationTooSmallException("bzip2", dstLength);
                }
            }
        } catch (Bzip2Block.LimitException e) {
            throw new Codec.DestinationTooSmallException("bzip2", dstLength);
        } catch (Codec.DestinationTooSmallException e) {
            throw e;
        } catch (DataFormatException e) {
            throw new DataFormatException("malformed bzip2 block: " + e.getMessage());
        }
        if (in.remainingBytes() > 0) {
            throw new DataFormatException("bzip2 block is followed by " + in.remainingBytes() + " other bytes");
        }
        return at - dstOffset;
    }

    /** Four bytes of a result come from at most five of a block. */
    private static int mostBytes(int room) {
        return (int) Math.min(Bzip2Format.LARGEST, room + room / 4L + 1);
    }
}

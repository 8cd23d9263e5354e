package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;
import java.io.IOException;
import java.util.Objects;
import java.util.zip.DataFormatException;
import org.xerial.snappy.Snappy;

/** Raw Snappy blocks. The library trusts its caller with the room in the destination, so this class sees to it. */
final class SnappyCodec implements Codec {
    private byte[] scratch = {};

    @Override
    public String name() {
        return "snappy";
    }

    @Override
    public int maxCompressedLength(int length) {
        return Codec.checkedBound(length, length / 6 + 32);
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        int bound = maxCompressedLength(srcLength);
        try {
            if (dstLength >= bound) {
                return Snappy.compress(src, srcOffset, srcLength, dst, dstOffset);
            }
            if (scratch.length < bound) {
                scratch = new byte[bound];
            }
            int size = Snappy.compress(src, srcOffset, srcLength, scratch, 0);
            if (size > dstLength) {
                return -1;
            }
            System.arraycopy(scratch, 0, dst, dstOffset, size);
            return size;
        } catch (IOException e) {
            throw new IllegalStateException("snappy cannot compress " + srcLength + " bytes", e);
        }
    }

    @Override
    public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        int size = size(src, srcOffset, srcLength);
        if (size < 0 || size > dstLength) {
            throw new DataFormatException(
                    "snappy block declares " + (size & 0xffffffffL) + " bytes, room for " + dstLength);
        }
        try {
            return Snappy.uncompress(src, srcOffset, srcLength, dst, dstOffset);
        } catch (IOException e) {
            throw new DataFormatException("malformed snappy block: " + e.getMessage());
        }
    }

    /** Reads the uncompressed size at the start of a block: 32 bits, 7 to a byte, least significant first. */
    private static int size(byte[] src, int offset, int length) throws DataFormatException {
        int size = 0;
        for (int i = 0; i < Math.min(5, length); i++) {
            int bits = src[offset + i];
            size |= (bits & 0x7f) << (7 * i);
            if (bits >= 0) {
                if (i == 4 && bits > 15) {
                    break;
                }
                return size;
            }
        }
        throw new DataFormatException("snappy block without a size");
    }

    @Override
    public void close() {}
}

package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;
import java.util.Objects;
import java.util.zip.DataFormatException;

/** One bzip2 stream per block. The level is the size of the blocks that are sorted, in units of 100,000 bytes. */
final class Bzip2Codec implements Codec {
    private final int level;
    private final Bzip2Encoder encoder;
    private final Bzip2Decoder decoder = new Bzip2Decoder();

    Bzip2Codec(int level) {
        this.level = level;
        this.encoder = new Bzip2Encoder(level);
    }

    @Override
    public String name() {
        return "bzip2:" + level;
    }

    @Override
    public int maxCompressedLength(int length) {
        return Codec.checkedBound(length, length / 100 + 600);
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        return encoder.encode(src, srcOffset, srcLength, dst, dstOffset, dstLength);
    }

    @Override
    public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        return decoder.decode(src, srcOffset, srcLength, dst, dstOffset, dstLength);
    }

    @Override
    public void close() {}
}

package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.StreamCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * One bzip2 stream per block. The level is the size of the block that is sorted, in units of 100 kB, and of memory; where
 * the data is smaller, a level just large enough gives the same stream except for the digit in its header, and saves the
 * time of clearing megabytes.
 */
final class Bzip2Codec extends StreamCodec {
    private static final int UNIT = 100_000;

    private final int level;

    Bzip2Codec(int level) {
        super("bzip2:" + level);
        this.level = level;
    }

    @Override
    public int maxCompressedLength(int length) {
        return Codec.checkedBound(length, length / 100 + 600);
    }

    @Override
    protected OutputStream compressor(OutputStream out, int length) throws IOException {
        // The run-length code in front of the sort makes five bytes of four at worst.
        long sorted = length + length / 4L + 32;
        int enough = (int) Math.min(level, (sorted + UNIT - 1) / UNIT);
        return new BZip2CompressorOutputStream(out, enough);
    }

    @Override
    protected InputStream decompressor(InputStream in, int length) throws IOException {
        return new BZip2CompressorInputStream(in);
    }
}

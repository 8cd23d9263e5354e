package dev.mimeo.scan.internal.codec;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.StreamCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.tukaani.xz.ArrayCache;
import org.tukaani.xz.BasicArrayCache;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.SingleXZInputStream;
import org.tukaani.xz.UnsupportedOptionsException;
import org.tukaani.xz.XZOutputStream;

/** One .xz stream per block, with a dictionary no larger than the block. */
final class XzCodec extends StreamCodec {
    private static final int DECODER_KIB = 256;

    private final int level;
    private final ArrayCache arrays = new BasicArrayCache();

    XzCodec(int level) {
        super("xz:" + level);
        this.level = level;
    }

    @Override
    public int maxCompressedLength(int length) {
        // Incompressible data is stored in pieces of up to 64 KiB with 3 bytes each, in a frame of some 100 bytes.
        return Codec.checkedBound(length, length / 8192 + 256);
    }

    @Override
    protected OutputStream compressor(OutputStream out, int length) throws IOException {
        LZMA2Options options;
        try {
            options = new LZMA2Options(level);
            options.setDictSize(Math.min(options.getDictSize(), Math.max(LZMA2Options.DICT_SIZE_MIN, length)));
        } catch (UnsupportedOptionsException e) {
            throw new IllegalArgumentException("no xz level " + level, e);
        }
        return new XZOutputStream(out, options, arrays);
    }

    @Override
    protected InputStream decompressor(InputStream in, int length) throws IOException {
        // Bounds what a forged dictionary size can allocate; a dictionary is at most half as large again as the block.
        int memoryKib = DECODER_KIB + length / 512;
        return new SingleXZInputStream(in, memoryKib, arrays);
    }
}

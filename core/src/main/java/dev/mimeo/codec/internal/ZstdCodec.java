package dev.mimeo.codec.internal;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.mimeo.codec.Codec;
import java.util.Objects;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/** One Zstandard frame per block; native contexts are made when they are first used and kept, their history is not. */
final class ZstdCodec implements Codec {
    private final String name;
    private final int level;
    private @Nullable ZstdCompressCtx compressor;
    private @Nullable ZstdDecompressCtx decompressor;
    private byte[] scratch = {};

    ZstdCodec(int level) {
        name = "zstd:" + level;
        this.level = level;
    }

    private ZstdCompressCtx compressor() {
        ZstdCompressCtx context = compressor;
        if (context == null) {
            context = new ZstdCompressCtx().setLevel(level);
            compressor = context;
        }
        return context;
    }

    private ZstdDecompressCtx decompressor() {
        ZstdDecompressCtx context = decompressor;
        if (context == null) {
            context = new ZstdDecompressCtx();
            decompressor = context;
        }
        return context;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int maxCompressedLength(int length) {
        return Codec.checkedBound(length, Zstd.compressBound(length) - length);
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        // The library needs some room beyond the result to be sure that it fits.
        int bound = maxCompressedLength(srcLength);
        if (dstLength >= bound) {
            return compressor().compressByteArray(dst, dstOffset, dstLength, src, srcOffset, srcLength);
        }
        if (scratch.length < bound) {
            scratch = new byte[bound];
        }
        int size = compressor().compressByteArray(scratch, 0, bound, src, srcOffset, srcLength);
        if (size > dstLength) {
            return -1;
        }
        System.arraycopy(scratch, 0, dst, dstOffset, size);
        return size;
    }

    @Override
    public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        try {
            if (srcLength == 0 || Zstd.findFrameCompressedSize(src, srcOffset, srcLength) != srcLength) {
                throw new DataFormatException("not one whole zstd frame of " + srcLength + " bytes");
            }
            return decompressor().decompressByteArray(dst, dstOffset, dstLength, src, srcOffset, srcLength);
        } catch (ZstdException e) {
            if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
                throw new Codec.DestinationTooSmallException("zstd", dstLength);
            }
            throw new DataFormatException("malformed zstd frame: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        if (compressor != null) {
            compressor.close();
        }
        if (decompressor != null) {
            decompressor.close();
        }
    }
}

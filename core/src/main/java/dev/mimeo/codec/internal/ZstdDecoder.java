package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;
import dev.mimeo.internal.nativelibrary.NativeLibrary;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.Objects;
import java.util.zip.DataFormatException;

/**
 * Reads Zstandard frames in pure Java, where the native library cannot be loaded. There are no levels in Java, so that what it
 * compressed would not have the same bytes: compressing is refused.
 */
final class ZstdDecoder implements Codec {

    /** The decoder's complaint where only room is missing. */
    private static final String TOO_SMALL = "Output buffer too small";

    private final String name;
    private final NativeLibrary library;
    private final ZstdDecompressor decompressor = new ZstdDecompressor();

    /** @param library library that could not be loaded */
    ZstdDecoder(String name, NativeLibrary library) {
        this.name = name;
        this.library = library;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int maxCompressedLength(int length) {
        throw library.missing();
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        throw library.missing();
    }

    @Override
    public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        if (srcLength == 0) {
            throw new DataFormatException("not one whole zstd frame of 0 bytes");
        }
        try {
            if (ZstdDecompressor.getDecompressedSize(src, srcOffset, srcLength) > dstLength) {
                throw new Codec.DestinationTooSmallException("zstd", dstLength);
            }
            return decompressor.decompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        } catch (MalformedInputException e) {
            String message = String.valueOf(e.getMessage());
            if (message.startsWith(TOO_SMALL)) {
                throw new Codec.DestinationTooSmallException("zstd", dstLength);
            }
            throw new DataFormatException("malformed zstd frame: " + message);
        }
    }

    @Override
    public void close() {}
}

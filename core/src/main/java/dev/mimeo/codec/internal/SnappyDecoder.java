package dev.mimeo.codec.internal;

import dev.mimeo.codec.StreamCodec;
import dev.mimeo.internal.nativelibrary.NativeLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.compressors.snappy.SnappyCompressorInputStream;

/** Reads raw Snappy blocks in pure Java, where the native library cannot be loaded; compressing is refused. */
final class SnappyDecoder extends StreamCodec {

    private final NativeLibrary library;

    /** @param library library that could not be loaded */
    SnappyDecoder(NativeLibrary library) {
        super("snappy");
        this.library = library;
    }

    @Override
    public int maxCompressedLength(int length) {
        throw library.missing();
    }

    @Override
    protected OutputStream compressor(OutputStream out, int length) {
        throw library.missing();
    }

    @Override
    protected InputStream decompressor(InputStream in, int length) throws IOException {
        return new SnappyCompressorInputStream(in);
    }
}

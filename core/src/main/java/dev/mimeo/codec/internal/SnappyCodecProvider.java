package dev.mimeo.codec.internal;

import dev.mimeo.codec.AbstractCodecProvider;
import dev.mimeo.codec.StreamCodec;
import dev.mimeo.internal.nativelibrary.NativeLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.compressors.snappy.SnappyCompressorInputStream;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyLoader;

/**
 * Provides {@code snappy}: raw Snappy blocks, no frame, by snappy-java. Where its native library cannot be loaded, blocks are
 * still read, by commons-compress.
 */
public final class SnappyCodecProvider extends AbstractCodecProvider {

    /** Reads raw Snappy blocks in pure Java, where the native library cannot be loaded; compressing is refused. */
    static final class SnappyDecoder extends StreamCodec {

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

    private static final NativeLibrary LIBRARY =
            new NativeLibrary("snappy", "snappy-java", SnappyCodecProvider::loadLibrary);

    /** Used by {@link java.util.ServiceLoader}. */
    public SnappyCodecProvider() {
        super("snappy", () -> LIBRARY.isLoaded() ? new SnappyCodec() : new SnappyDecoder(LIBRARY));
    }

    private static void loadLibrary() {
        // It makes the folder if there is none, and prints a stack trace if it cannot write there.
        NativeLibrary.checkFolder(SnappyLoader.KEY_SNAPPY_TEMPDIR);
        Snappy.getNativeLibraryVersion();
    }
}

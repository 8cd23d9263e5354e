package dev.mimeo.codec.internal;

import dev.mimeo.codec.AbstractCodecProvider;
import dev.mimeo.internal.nativelibrary.NativeLibrary;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyLoader;

/**
 * Provides {@code snappy}: raw Snappy blocks, no frame, by snappy-java. Where its native library cannot be loaded, blocks are
 * still read, by commons-compress.
 */
public final class SnappyCodecProvider extends AbstractCodecProvider {

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

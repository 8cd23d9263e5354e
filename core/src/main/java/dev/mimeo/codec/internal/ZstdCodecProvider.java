package dev.mimeo.codec.internal;

import com.github.luben.zstd.util.Native;
import dev.mimeo.codec.AbstractCodecProvider;
import dev.mimeo.internal.nativelibrary.NativeLibrary;

/**
 * Provides {@code zstd:1} to {@code zstd:19}: one Zstandard frame (RFC 8878) per block, by zstd-jni. Where its native library
 * cannot be loaded, frames are still read, by aircompressor.
 */
public final class ZstdCodecProvider extends AbstractCodecProvider {

    /** The native code of zstd, which others need too that use the library directly. */
    public static final NativeLibrary LIBRARY = new NativeLibrary("zstd", "zstd-jni", Native::load);

    /** Used by {@link java.util.ServiceLoader}. */
    public ZstdCodecProvider() {
        super(
                "zstd",
                1,
                19,
                3,
                level -> LIBRARY.isLoaded() ? new ZstdCodec(level) : new ZstdDecoder("zstd:" + level, LIBRARY));
    }
}

package dev.mimeo.codec;

import com.github.luben.zstd.util.Native;

/**
 * Provides {@code zstd:1} to {@code zstd:19}: one Zstandard frame (RFC 8878) per block, by zstd-jni. Where its native library
 * cannot be loaded, frames are still read, by aircompressor.
 */
public final class ZstdCodecProvider implements CodecProvider {

    /** The native code of zstd, which others need too that use the library directly. */
    public static final NativeLibrary LIBRARY = new NativeLibrary("zstd", "zstd-jni", Native::load);

    /** Used by {@link java.util.ServiceLoader}. */
    public ZstdCodecProvider() {}

    @Override
    public String algorithm() {
        return "zstd";
    }

    @Override
    public int minLevel() {
        return 1;
    }

    @Override
    public int maxLevel() {
        return 19;
    }

    @Override
    public int defaultLevel() {
        return 3;
    }

    @Override
    public Codec open(int level) {
        return LIBRARY.isLoaded() ? new ZstdCodec(level) : new ZstdDecoder("zstd:" + level, LIBRARY);
    }
}

package dev.mimeo.codec;

/** Provides {@code zstd:1} to {@code zstd:19}: one Zstandard frame (RFC 8878) per block, by zstd-jni. */
public final class ZstdCodecProvider implements CodecProvider {

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
        return new ZstdCodec(level);
    }
}

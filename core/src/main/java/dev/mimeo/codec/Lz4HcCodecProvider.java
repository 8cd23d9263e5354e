package dev.mimeo.codec;

import net.jpountz.lz4.LZ4Factory;

/** Provides {@code lz4hc:1} to {@code lz4hc:17}: raw LZ4 blocks by the high-compression match finder. */
public final class Lz4HcCodecProvider implements CodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public Lz4HcCodecProvider() {}

    @Override
    public String algorithm() {
        return "lz4hc";
    }

    @Override
    public int minLevel() {
        return 1;
    }

    @Override
    public int maxLevel() {
        return 17;
    }

    @Override
    public int defaultLevel() {
        return 9;
    }

    @Override
    public Codec open(int level) {
        return new Lz4CodecProvider.Lz4Codec(
                "lz4hc:" + level, LZ4Factory.fastestInstance().highCompressor(level));
    }
}

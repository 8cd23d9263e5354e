package dev.mimeo.scan.codec;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.CodecProvider;

/** Provides {@code xz:0} to {@code xz:9}: one .xz stream with LZMA2 and CRC64 per block, by XZ for Java. */
public final class XzCodecProvider implements CodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public XzCodecProvider() {}

    @Override
    public String algorithm() {
        return "xz";
    }

    @Override
    public int minLevel() {
        return 0;
    }

    @Override
    public int maxLevel() {
        return 9;
    }

    @Override
    public int defaultLevel() {
        return 6;
    }

    @Override
    public Codec open(int level) {
        return new XzCodec(level);
    }
}

package dev.mimeo.codec.internal;

import dev.mimeo.codec.AbstractCodecProvider;
import net.jpountz.lz4.LZ4Factory;

/** Provides {@code lz4hc:1} to {@code lz4hc:17}: raw LZ4 blocks by the high-compression match finder. */
public final class Lz4HcCodecProvider extends AbstractCodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public Lz4HcCodecProvider() {
        super(
                "lz4hc",
                1,
                17,
                9,
                level -> new Lz4CodecProvider.Lz4Codec(
                        "lz4hc:" + level, LZ4Factory.fastestInstance().highCompressor(level)));
    }
}

package dev.mimeo.scan.internal.codec;

import dev.mimeo.codec.AbstractCodecProvider;

/** Provides {@code xz:0} to {@code xz:9}: one .xz stream with LZMA2 and CRC64 per block, by XZ for Java. */
public final class XzCodecProvider extends AbstractCodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public XzCodecProvider() {
        super("xz", 0, 9, 6, XzCodec::new);
    }
}

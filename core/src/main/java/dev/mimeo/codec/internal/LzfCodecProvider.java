package dev.mimeo.codec.internal;

import dev.mimeo.codec.AbstractCodecProvider;

/** Provides {@code lzf}: raw LZF blocks like those of liblzf, no {@code ZV} header, in Java. */
public final class LzfCodecProvider extends AbstractCodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public LzfCodecProvider() {
        super("lzf", LzfCodec::new);
    }
}

package dev.mimeo.codec.internal;

import dev.mimeo.codec.AbstractCodecProvider;

/**
 * Provides {@code lzo:1} to {@code lzo:9}: raw LZO1X blocks, in Java. Any LZO1X decoder reads them. Levels 1 to 3 are
 * fast, 4 to 9 take increasing care.
 */
public final class LzoCodecProvider extends AbstractCodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public LzoCodecProvider() {
        super("lzo", 1, 9, 9, LzoCodec::new);
    }
}

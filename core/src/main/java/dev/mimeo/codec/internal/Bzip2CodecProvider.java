package dev.mimeo.codec.internal;

import dev.mimeo.codec.AbstractCodecProvider;

/** Provides {@code bzip2:1} to {@code bzip2:9}: one bzip2 stream per block, in Java, with the bytes of libbz2. */
public final class Bzip2CodecProvider extends AbstractCodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public Bzip2CodecProvider() {
        super("bzip2", 1, 9, 9, Bzip2Codec::new);
    }
}

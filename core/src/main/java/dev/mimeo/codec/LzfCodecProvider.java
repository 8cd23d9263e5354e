package dev.mimeo.codec;

/** Provides {@code lzf}: raw LZF blocks like those of liblzf, no {@code ZV} header, in Java. */
public final class LzfCodecProvider implements CodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public LzfCodecProvider() {}

    @Override
    public String algorithm() {
        return "lzf";
    }

    @Override
    public int minLevel() {
        return 1;
    }

    @Override
    public int maxLevel() {
        return 1;
    }

    @Override
    public int defaultLevel() {
        return 1;
    }

    @Override
    public Codec open(int level) {
        return new LzfCodec();
    }
}

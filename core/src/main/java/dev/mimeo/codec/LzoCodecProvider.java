package dev.mimeo.codec;

/**
 * Provides {@code lzo:1} to {@code lzo:9}: raw LZO1X blocks, in Java. Any LZO1X decoder reads them. Levels 1 to 3 are
 * fast, 4 to 9 take increasing care.
 */
public final class LzoCodecProvider implements CodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public LzoCodecProvider() {}

    @Override
    public String algorithm() {
        return "lzo";
    }

    @Override
    public int minLevel() {
        return 1;
    }

    @Override
    public int maxLevel() {
        return 9;
    }

    @Override
    public int defaultLevel() {
        return 9;
    }

    @Override
    public Codec open(int level) {
        return new LzoCodec(level);
    }
}

package dev.mimeo.codec;

/** Provides {@code snappy}: raw Snappy blocks, no frame, by snappy-java. */
public final class SnappyCodecProvider implements CodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public SnappyCodecProvider() {}

    @Override
    public String algorithm() {
        return "snappy";
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
        return new SnappyCodec();
    }
}

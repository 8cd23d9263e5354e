package dev.mimeo.codec;

/** Provides {@code bzip2:1} to {@code bzip2:9}: one bzip2 stream per block, by commons-compress. */
public final class Bzip2CodecProvider implements CodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public Bzip2CodecProvider() {}

    @Override
    public String algorithm() {
        return "bzip2";
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
        return new Bzip2Codec(level);
    }
}

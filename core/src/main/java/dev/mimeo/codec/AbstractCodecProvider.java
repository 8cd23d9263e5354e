package dev.mimeo.codec;

import java.util.function.IntFunction;
import java.util.function.Supplier;

/** A provider whose algorithm and levels are fixed when it is made. Thread-safe if its factory is. */
public abstract class AbstractCodecProvider implements CodecProvider {

    private final String algorithm;
    private final int minLevel;
    private final int maxLevel;
    private final int defaultLevel;
    private final IntFunction<Codec> factory;

    /**
     * Makes a provider of an algorithm with levels.
     *
     * @param algorithm name in lower case
     * @param defaultLevel used where a name gives none, from {@code minLevel} to {@code maxLevel}
     * @param factory opens a codec of a level
     */
    protected AbstractCodecProvider(
            String algorithm, int minLevel, int maxLevel, int defaultLevel, IntFunction<Codec> factory) {
        this.algorithm = algorithm;
        this.minLevel = minLevel;
        this.maxLevel = maxLevel;
        this.defaultLevel = defaultLevel;
        this.factory = factory;
    }

    /**
     * Makes a provider of an algorithm without levels.
     *
     * @param algorithm name in lower case
     * @param factory opens a codec
     */
    protected AbstractCodecProvider(String algorithm, Supplier<Codec> factory) {
        this(algorithm, 1, 1, 1, level -> factory.get());
    }

    @Override
    public final String algorithm() {
        return algorithm;
    }

    @Override
    public final int minLevel() {
        return minLevel;
    }

    @Override
    public final int maxLevel() {
        return maxLevel;
    }

    @Override
    public final int defaultLevel() {
        return defaultLevel;
    }

    @Override
    public final Codec open(int level) {
        return factory.apply(level);
    }
}

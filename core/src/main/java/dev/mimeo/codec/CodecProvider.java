package dev.mimeo.codec;

/**
 * Makes codecs of one algorithm; found with {@link java.util.ServiceLoader}.
 *
 * <p>Providers are stateless and thread-safe.
 */
public interface CodecProvider {

    /** Returns the algorithm's name in lower case without a level, for example {@code zlib}. */
    String algorithm();

    /** Returns the lowest accepted level; equal to {@link #maxLevel()} for an algorithm that has no levels. */
    int minLevel();

    /** Returns the highest accepted level. */
    int maxLevel();

    /** Returns the level used where a name gives none. */
    int defaultLevel();

    /**
     * Opens a codec for one thread.
     *
     * @param level within {@link #minLevel()} and {@link #maxLevel()}
     */
    Codec open(int level);
}

package dev.mimeo.scan.internal.mimic;

import java.util.List;
import java.util.Locale;

/**
 * Budget of CPU time for the fit of a model. It is in bytes and trials, not in seconds, so that equal data has an equal model on any
 * machine.
 */
public enum Effort {
    /** One strategy for each class, and few trials. */
    FAST(8 << 20, 0, 0, 1 << 20, 2, 1),

    /** Recipes of some chunks before what chunks have in common is corrected, and corrections on more of the data. */
    NORMAL(16 << 20, 64, 1 << 19, 12 << 20, 3, 1),

    /** All that lowers deviations, however long it takes. */
    BEST(32 << 20, 128, 1 << 20, 16 << 20, 6, 4);

    /** Bytes that are fitted with all effort unless the fast one is asked for: of a dozen chunks, chance decides much. */
    private static final long LITTLE = 3 << 17;

    /** The same if all chunks are small, which take less time. */
    private static final long LITTLE_OF_BLOCKS = 1 << 19;

    /** Most bytes that are held unless the effort is fast. */
    private static final long MOST_HELD = 64 << 20;

    /** Bytes of large data for each one that is fitted: the fit takes about half as long as reading them. */
    private static final int DATA_PER_FITTED = 32;

    /** Most bytes that are fitted for each one that the data set as a whole is corrected on. */
    private static final int FITTED_PER_TUNED = 8;

    private final long heldBytes;
    private final int searched;
    private final long tunedOfClass;
    private final long tunedOfAll;
    private final int refiningTrials;
    private final int refiningSeeds;

    Effort(long heldBytes, int searched, long tunedOfClass, long tunedOfAll, int refiningTrials, int refiningSeeds) {
        this.heldBytes = heldBytes;
        this.searched = searched;
        this.tunedOfClass = tunedOfClass;
        this.tunedOfAll = tunedOfAll;
        this.refiningTrials = refiningTrials;
        this.refiningSeeds = refiningSeeds;
    }

    /**
     * Returns the effort of a name.
     *
     * @param name as {@link #toString} returns it
     * @throws IllegalArgumentException if there is none
     */
    public static Effort of(String name) {
        for (Effort effort : values()) {
            if (effort.toString().equals(name)) {
                return effort;
            }
        }
        throw new IllegalArgumentException(
                "option 'effort' of scanner 'mimic' is fast, normal or best, got '" + name + "'");
    }

    /**
     * Returns the effort to spend on a data set: little data is fitted as well as possible, as it takes little time, and chance matters
     * most.
     *
     * @param bytes that are held
     * @param blocks whether all chunks are small
     */
    Effort forBytes(long bytes, boolean blocks) {
        return this == NORMAL && bytes <= (blocks ? LITTLE_OF_BLOCKS : LITTLE) ? BEST : this;
    }

    /** Most bytes of chunks that are held, whatever the size of the data. */
    long mostHeldBytes() {
        return this == FAST ? heldBytes : MOST_HELD;
    }

    /**
     * Bytes of chunks that the model is fitted to: with more effort than {@link #FAST} a share of large data, which has more kinds of content.
     *
     * @param dataBytes bytes of the data set
     */
    long fittedBytes(long dataBytes) {
        return Math.max(heldBytes, Math.min(mostHeldBytes(), dataBytes / DATA_PER_FITTED));
    }

    /** Chunks of all classes together whose recipes are searched for; none if 0. */
    int searched() {
        return searched;
    }

    /** Smallest change of the share of recent places that is tried, in 1/256. */
    int smallestStep() {
        return this == BEST ? 28 : 56;
    }

    /** Codecs that recipes are searched with, the first of {@link CodecSizes#CHUNK}. */
    int fittedCodecs() {
        return this == BEST ? 4 : 3;
    }

    /** Codecs that recipes are refined with, the first of {@link CodecSizes#CHUNK}. */
    int refinedCodecs() {
        return this == BEST ? CodecSizes.CHUNK.size() : fittedCodecs();
    }

    /** Bytes that a class as a whole is corrected on. */
    long tunedOfClass() {
        return tunedOfClass;
    }

    /**
     * Bytes that the data set as a whole is corrected on.
     *
     * @param fittedBytes bytes of chunks that the model is fitted to
     */
    long tunedOfAll(long fittedBytes) {
        return Math.max(tunedOfAll, fittedBytes / FITTED_PER_TUNED);
    }

    /** Bytes of a class with which a text that repeats itself is compared, at most. */
    int reuseBytes() {
        return this == FAST ? 1 << 17 : 1 << 18;
    }

    /** Numbers by which a text repeats itself that are fitted: how much, and also how far back. */
    int reuseNumbers() {
        return this == FAST ? 1 : 2;
    }

    /** Trials of them, after derivatives were measured. */
    int reuseTrials() {
        return this == FAST ? 1 : 2;
    }

    /** Trials of each correction, after derivatives were measured. */
    int tuningTrials() {
        return switch (this) {
            case FAST -> 1;
            case NORMAL -> 2;
            case BEST -> 4;
        };
    }

    /** Trials for each chunk after all of the model is known. */
    int refiningTrials() {
        return refiningTrials;
    }

    /** Trials for each chunk to correct the sum of all. */
    int balancingTrials() {
        return switch (this) {
            case FAST -> 2;
            case NORMAL -> 3;
            case BEST -> 4;
        };
    }

    /** Most seeds that chunks of a small class are tried with. */
    int refiningSeeds() {
        return refiningSeeds;
    }

    /**
     * Codecs to which single chunks are fitted, in the order of {@link CodecSizes#CHUNK}. Deflate of level 4 searches for lazy matches
     * like level 6, in a fraction of the time, and deviates with it: the original is measured with it as well.
     */
    List<String> chunkCodecs() {
        return codecs(CodecSizes.CHUNK);
    }

    /** Codecs to which sequences of chunks are fitted, in the order of {@link CodecSizes#JOINED}. */
    List<String> joinedCodecs() {
        return codecs(CodecSizes.JOINED);
    }

    private List<String> codecs(List<String> names) {
        return this == BEST
                ? names
                : names.stream()
                        .map(name -> name.equals("zlib:6") ? "zlib:4" : name)
                        .toList();
    }

    /** Returns the name of the option. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

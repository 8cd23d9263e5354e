package dev.mimeo.fidelity;

import dev.mimeo.codec.Codecs;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Options of a comparison.
 *
 * <p>Which bytes and chunks are looked at depends on these options and the sizes of the data alone, never on the speed of
 * the machine, so ratios and distances are reproducible; the budget only decides how often a time is measured.
 *
 * @param codecs canonical names, at least one, without repeats
 * @param chunkSize bytes, 1 to 64 MiB
 * @param repetitions number of measurements of each time where the budget allows, 1 to 1000
 * @param fastBytes most bytes that a fast codec compresses as one stream; beyond it segments from all of it are joined
 * @param slowBytes likewise for a slow codec: bzip2, xz, zstd from level 10, lz4hc from level 10; at most 2 MiB for each second
 *     of the budget, or 1 MiB
 * @param fastChunks most chunks that a fast codec and the content statistics look at, evenly spaced
 * @param slowChunks likewise for a slow codec; at most 64 for each second of the budget, or 32
 * @param duplicationBytes most bytes from the start of each side that the search for duplicates reads
 * @param budget CPU time to aim at, for each codec and each of its two levels (whole and chunks); everything is measured
 *     at least once, and the whole at least three times unless one takes half a second, whatever the budget
 * @param granularity further chunk sizes in bytes, 1 to 64 MiB, without repeats and at most {@value #MAX_GRANULARITY}: what codecs
 *     make of chunks of these sizes, as many as make up fastBytes or slowBytes but at most one for each 512 bytes of that, is compared
 *     without taking times
 * @param byFile whether the ratios of each file are compared too; the original must be a tree
 */
public record ComparisonOptions(
        List<String> codecs,
        int chunkSize,
        int repetitions,
        long fastBytes,
        long slowBytes,
        int fastChunks,
        int slowChunks,
        long duplicationBytes,
        Duration budget,
        List<Integer> granularity,
        boolean byFile) {

    /** Most further chunk sizes. */
    public static final int MAX_GRANULARITY = 16;

    private static final int MIB = 1 << 20;

    /** Checks the ranges and makes codec names canonical. */
    public ComparisonOptions {
        codecs = Codecs.parseList(String.join(",", codecs));
        granularity = List.copyOf(granularity);
        require(isChunkSize(chunkSize), "chunk size must be 1 byte to 64 MiB, got " + chunkSize);
        for (int size : granularity) {
            require(isChunkSize(size), "chunk size must be 1 byte to 64 MiB, got " + size);
        }
        require(
                granularity.size() <= MAX_GRANULARITY && Set.copyOf(granularity).size() == granularity.size(),
                "at most " + MAX_GRANULARITY + " chunk sizes, none of them twice, got " + granularity);
        require(repetitions >= 1 && repetitions <= 1000, "repetitions must be 1 to 1000, got " + repetitions);
        require(fastBytes >= 1 && fastBytes <= 512L * MIB, "fastBytes must be 1 byte to 512 MiB, got " + fastBytes);
        require(slowBytes >= 1 && slowBytes <= 512L * MIB, "slowBytes must be 1 byte to 512 MiB, got " + slowBytes);
        require(fastChunks >= 1, "fastChunks must be at least 1, got " + fastChunks);
        require(slowChunks >= 1, "slowChunks must be at least 1, got " + slowChunks);
        require(duplicationBytes >= 0, "duplicationBytes must not be negative, got " + duplicationBytes);
        require(!budget.isNegative(), "budget must not be negative, got " + budget);
    }

    private static boolean isChunkSize(int size) {
        return size >= 1 && size <= 64 * MIB;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Returns the options that {@code mimeo compare} starts from: lz4, zlib:1, zlib:6, zstd:3, snappy, bzip2:9 and xz:6;
     * chunks of 32 KiB; 5 repetitions; 64 MiB and 2000 chunks for fast codecs, 8 MiB and 200 chunks for slow ones; 1 GiB
     * for duplicates; 4 seconds.
     */
    public static ComparisonOptions defaults() {
        return new ComparisonOptions(
                List.of("lz4", "zlib:1", "zlib:6", "zstd:3", "snappy", "bzip2:9", "xz:6"),
                32 << 10,
                5,
                64L * MIB,
                8L * MIB,
                2000,
                200,
                1024L * MIB,
                Duration.ofSeconds(4),
                List.of(),
                false);
    }

    /** Returns these options with other codecs. */
    public ComparisonOptions withCodecs(List<String> other) {
        return with(changed -> changed.codecs = other);
    }

    /** Returns these options with another chunk size in bytes. */
    public ComparisonOptions withChunkSize(int other) {
        return with(changed -> changed.chunkSize = other);
    }

    /** Returns these options with another number of repetitions. */
    public ComparisonOptions withRepetitions(int other) {
        return with(changed -> changed.repetitions = other);
    }

    /** Returns these options with other limits on the bytes joined for fast and for slow codecs. */
    public ComparisonOptions withBytes(long fast, long slow) {
        return with(changed -> {
            changed.fastBytes = fast;
            changed.slowBytes = slow;
        });
    }

    /** Returns these options with other limits on the chunks for fast and for slow codecs. */
    public ComparisonOptions withChunks(int fast, int slow) {
        return with(changed -> {
            changed.fastChunks = fast;
            changed.slowChunks = slow;
        });
    }

    /** Returns these options with another budget for each codec and level. */
    public ComparisonOptions withBudget(Duration other) {
        return with(changed -> changed.budget = other);
    }

    /** Returns these options with other further chunk sizes, bytes. */
    public ComparisonOptions withGranularity(List<Integer> other) {
        return with(changed -> changed.granularity = other);
    }

    /** Returns these options with or without a comparison of each file. */
    public ComparisonOptions withByFile(boolean other) {
        return with(changed -> changed.byFile = other);
    }

    private ComparisonOptions with(Consumer<Fields> change) {
        Fields fields = new Fields(this);
        change.accept(fields);
        return fields.options();
    }

    /** The options while one of them changes, so that they are listed in one place only. */
    private static final class Fields {
        List<String> codecs;
        int chunkSize;
        int repetitions;
        long fastBytes;
        long slowBytes;
        int fastChunks;
        int slowChunks;
        long duplicationBytes;
        Duration budget;
        List<Integer> granularity;
        boolean byFile;

        Fields(ComparisonOptions options) {
            codecs = options.codecs;
            chunkSize = options.chunkSize;
            repetitions = options.repetitions;
            fastBytes = options.fastBytes;
            slowBytes = options.slowBytes;
            fastChunks = options.fastChunks;
            slowChunks = options.slowChunks;
            duplicationBytes = options.duplicationBytes;
            budget = options.budget;
            granularity = options.granularity;
            byFile = options.byFile;
        }

        ComparisonOptions options() {
            return new ComparisonOptions(
                    codecs,
                    chunkSize,
                    repetitions,
                    fastBytes,
                    slowBytes,
                    fastChunks,
                    slowChunks,
                    duplicationBytes,
                    budget,
                    granularity,
                    byFile);
        }
    }

    /** Returns the most bytes that a slow codec compresses as one stream: {@link #slowBytes}, or fewer if the budget is small. */
    long slowBytesInBudget() {
        return Math.min(slowBytes, Math.max(MIB, 2L * MIB * budget.toMillis() / 1000));
    }

    /** Returns the most chunks that a slow codec looks at: {@link #slowChunks}, or fewer if the budget is small. */
    int slowChunksInBudget() {
        return (int) Math.min(slowChunks, Math.max(32, 64 * budget.toMillis() / 1000));
    }

    /** Returns whether a codec gets the smaller sample. */
    static boolean isSlow(String codec) {
        int colon = codec.indexOf(':');
        String algorithm = colon < 0 ? codec : codec.substring(0, colon);
        int level = colon < 0 ? 0 : Integer.parseInt(codec.substring(colon + 1));
        return switch (algorithm) {
            case "bzip2", "xz" -> true;
            case "zstd", "lz4hc" -> level >= 10;
            default -> false;
        };
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.codec.Codecs;
import org.jspecify.annotations.Nullable;

/** Compression of a part of an extent. The codes are those of the format, except for the last. */
enum CompressionMode {
    NONE(0, "none", "", 1),
    /** Raw LZO1X block; length extensions give at most 255 bytes per byte. */
    LZO(1, "lzo", "lzo", 255),
    /** RFC 1950 stream; the longest match, 258 bytes, takes at least two bits. */
    ZLIB(2, "zlib", "zlib", 1032),
    /** bzip2 stream; 900 kB blocks, run-length coded beforehand, shrink to some 40 bytes. */
    BZ2(3, "bz2", "bzip2", 2_000_000),
    /** Raw LZF block; 264 bytes from 3. */
    LZF(4, "lzf", "lzf", 88),
    /** Raw Snappy block; 64 bytes from 3. */
    SNAPPY(5, "snappy", "snappy", 22),
    /** Raw LZ4 block; length extensions give at most 255 bytes per byte. */
    LZ4(6, "lz4", "lz4", 255),
    /** As {@link #LZ4}, packed harder. */
    LZ4HC(7, "lz4hc", "lz4hc", 255),
    /**
     * One frame of RFC 8878; a block of 128 KiB that repeats a byte takes 4. No mode of the format: only this library reads
     * it. The code is the letter z, far from those that the format may still assign.
     */
    ZSTD('z', "zstd", "zstd", 32_768);

    /** Covers what short blocks gain beyond the asymptotic ratio. */
    private static final int SLACK = 64;

    /** Of what is compressed harder than this, the size is believed only while it is decompressed. */
    private static final int LIKELY_EXPANSION = 1100;

    private static final int LIKELY_SIZE = 1 << 20;

    private static final CompressionMode[] MODES = values();

    private final int code;
    private final String formatName;
    private final String algorithm;
    private final int maxExpansion;

    CompressionMode(int code, String formatName, String algorithm, int maxExpansion) {
        this.code = code;
        this.formatName = formatName;
        this.algorithm = algorithm;
        this.maxExpansion = maxExpansion;
    }

    static @Nullable CompressionMode ofCode(int code) {
        for (CompressionMode mode : MODES) {
            if (mode.code == code) {
                return mode;
            }
        }
        return null;
    }

    static @Nullable CompressionMode ofAlgorithm(String algorithm) {
        for (CompressionMode mode : MODES) {
            if (mode != NONE && mode.algorithm.equals(algorithm)) {
                return mode;
            }
        }
        return null;
    }

    /** Returns the code that stands for the mode in files. */
    int code() {
        return code;
    }

    /** Name of the mode in the options of the original tools. */
    String formatName() {
        return formatName;
    }

    /** Name of the algorithm for {@link Codecs}. */
    String algorithm() {
        return algorithm;
    }

    boolean available() {
        return this == NONE || Codecs.algorithms().contains(algorithm);
    }

    /** Returns the most bytes that a compressed block of the given length can hold. */
    long maxUncompressed(int compressed) {
        return this == NONE ? compressed : (long) maxExpansion * compressed + SLACK;
    }

    /** Returns the most bytes to allocate for a compressed block of the given length before any of it is decompressed. */
    long likelyUncompressed(int compressed) {
        return Math.max(LIKELY_SIZE, (long) LIKELY_EXPANSION * compressed);
    }
}

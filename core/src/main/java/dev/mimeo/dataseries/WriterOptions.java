package dev.mimeo.dataseries;

import dev.mimeo.codec.Codecs;
import java.nio.ByteOrder;
import java.util.List;

/**
 * How a {@link DataSeriesWriter} stores extents.
 *
 * @param codecs names as {@link Codecs} takes them, such as {@code zlib:9} or {@code lz4}, or {@code none}. Each part of
 *     each extent is stored by the one that makes it smallest, or as it is if none makes it smaller. An empty list
 *     stores everything as it is. Extents stored by {@code zstd} are no part of the format: the original library cannot
 *     read them
 * @param order byte order of the file. Little-endian is the usual one
 * @param threads threads that pack extents, at least 1
 */
public record WriterOptions(List<String> codecs, ByteOrder order, int threads) {

    /** zlib at level 6, little-endian, one thread. */
    public static final WriterOptions DEFAULT = new WriterOptions(List.of("zlib:6"), ByteOrder.LITTLE_ENDIAN, 1);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if a codec is unknown or cannot be used in DataSeries files, or if there is no
     *     thread
     */
    public WriterOptions {
        codecs = List.copyOf(codecs);
        for (String codec : codecs) {
            if (!codec.equals(CompressionMode.NONE.formatName())) {
                ExtentPacker.mode(codec);
            }
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
    }

    /** Returns these options with other codecs. */
    public WriterOptions withCodecs(String... names) {
        return new WriterOptions(List.of(names), order, threads);
    }

    /** Returns these options with another number of threads. */
    public WriterOptions withThreads(int count) {
        return new WriterOptions(codecs, order, count);
    }
}

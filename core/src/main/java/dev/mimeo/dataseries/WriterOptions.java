package dev.mimeo.dataseries;

import dev.mimeo.codec.Codecs;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;

/**
 * Options of a {@link DataSeriesWriter}.
 *
 * @param codecs names as {@link Codecs} takes them, such as {@code zlib:9} or {@code lz4}, or {@code none}. Each part of
 *     each extent is stored by the one that makes it smallest, or as it is if none makes it smaller. An empty list
 *     stores everything as it is. Extents stored by {@code zstd} are not part of the format: the original library cannot
 *     read them
 * @param order byte order of the file. Little-endian is the usual one
 * @param threads threads that pack extents, at least 1
 * @param pendingBytes bound of the unpacked bytes of extents that are in flight, at least 1; a few
 *     extents per thread are always admitted
 * @param timed whether the CPU time of packing is measured, see {@link StorageStatistics#packNanos}. That loads a part
 *     of the virtual machine, which costs as much as packing a few extents
 * @param warnings told, in a line each, what was lost because of what a type says, when a file is finished
 */
public record WriterOptions(
        List<String> codecs,
        ByteOrder order,
        int threads,
        long pendingBytes,
        boolean timed,
        Consumer<String> warnings) {

    /** Few, so that extents are still in the CPU cache when they are packed. */
    private static final long PENDING_BYTES_PER_THREAD = 4L << 20;

    /** zlib at level 6, little-endian, one thread. */
    public static final WriterOptions DEFAULT = new WriterOptions(List.of("zlib:6"), ByteOrder.LITTLE_ENDIAN, 1);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if a codec is unknown or cannot be used in DataSeries files, or if there is no
     *     thread or no room
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
        if (pendingBytes < 1) {
            throw new IllegalArgumentException("pending bytes must be at least 1, got " + pendingBytes);
        }
    }

    /** Makes options with 4 MiB of pending bytes per thread, with which nothing is timed and warnings are logged. */
    public WriterOptions(List<String> codecs, ByteOrder order, int threads) {
        this(codecs, order, threads, PENDING_BYTES_PER_THREAD * Math.max(1, threads), false, WriterOptions::log);
    }

    private static void log(String warning) {
        System.getLogger(WriterOptions.class.getPackageName()).log(System.Logger.Level.WARNING, warning);
    }

    /** Returns these options with other codecs. */
    public WriterOptions withCodecs(String... names) {
        return new WriterOptions(List.of(names), order, threads, pendingBytes, timed, warnings);
    }

    /** Returns these options with another number of threads, and 4 MiB of pending bytes for each. */
    public WriterOptions withThreads(int count) {
        return new WriterOptions(codecs, order, count, PENDING_BYTES_PER_THREAD * Math.max(1, count), timed, warnings);
    }

    /** Returns these options with another bound of pending bytes. */
    public WriterOptions withPendingBytes(long bytes) {
        return new WriterOptions(codecs, order, threads, bytes, timed, warnings);
    }

    /** Returns these options, with which the CPU time of packing is measured or not. */
    public WriterOptions withTiming(boolean measured) {
        return new WriterOptions(codecs, order, threads, pendingBytes, measured, warnings);
    }

    /** Returns these options with another byte order. */
    public WriterOptions withOrder(ByteOrder other) {
        return new WriterOptions(codecs, other, threads, pendingBytes, timed, warnings);
    }

    /** Returns these options, with which warnings go elsewhere. */
    public WriterOptions withWarnings(Consumer<String> listener) {
        return new WriterOptions(codecs, order, threads, pendingBytes, timed, listener);
    }
}

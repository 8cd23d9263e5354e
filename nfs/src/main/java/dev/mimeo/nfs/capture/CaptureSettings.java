package dev.mimeo.nfs.capture;

import java.nio.file.Path;
import java.util.List;

/**
 * Destination of captured packets, and the resources that a capture may use.
 *
 * @param base folder and first part of the names of files: {@code base.000000.pcap.zst}, {@code base.log.jsonl}
 * @param fileBytes size of files before compression, 64 KiB to 1 GiB; each takes one buffer in memory
 * @param memory bytes for all buffers; at least three must fit
 * @param levels forms of storage from the strongest to the fastest
 * @param threads that compress, at least 1; no more than half as many as there are buffers are used
 * @param minFree bytes that stay free on the disk; what would leave fewer is not written
 * @param replace whether files of an earlier capture with the same names are removed
 */
public record CaptureSettings(
        Path base, long fileBytes, long memory, List<StorageForm> levels, int threads, long minFree, boolean replace) {

    /** Buffers that are needed: one to fill, one to compress, one that waits. */
    private static final int MIN_BUFFERS = 3;

    private static final int MIN_FILE = 1 << 16;
    private static final int MAX_FILE = 1 << 30;

    /** Checks the values. */
    public CaptureSettings {
        levels = List.copyOf(levels);
        if (base.getFileName() == null) {
            throw new IllegalArgumentException("'" + base + "' names no file");
        }
        if (fileBytes < MIN_FILE || fileBytes > MAX_FILE) {
            throw new IllegalArgumentException("file size must be 64KiB to 1GiB, got " + fileBytes);
        }
        if (memory / fileBytes < MIN_BUFFERS) {
            throw new IllegalArgumentException("memory of " + memory + " bytes is too little for " + MIN_BUFFERS
                    + " files of " + fileBytes + ": raise it, or make files smaller");
        }
        if (levels.isEmpty()) {
            throw new IllegalArgumentException("no compression level given");
        }
        if (threads < 1 || minFree < 0) {
            throw new IllegalArgumentException("threads must be at least 1, and free bytes at least 0");
        }
    }

    /** Returns how many files fit into the memory. */
    int buffers() {
        return (int) Math.min(1 << 16, memory / fileBytes);
    }

    /** Returns how many threads compress. */
    int workers() {
        return Math.max(1, Math.min(threads, buffers() / 2));
    }

    /** Returns the folder of the files. */
    Path folder() {
        Path parent = base.toAbsolutePath().getParent();
        return parent == null ? base.toAbsolutePath() : parent;
    }

    /** Returns what names of files start with. */
    String name() {
        return String.valueOf(base.getFileName());
    }
}

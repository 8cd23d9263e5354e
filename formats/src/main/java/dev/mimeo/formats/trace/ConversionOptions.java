package dev.mimeo.formats.trace;

/**
 * How to convert a trace.
 *
 * @param extentSizeBytes unpacked size at which an extent ends, in bytes, 1 to 2^30; an extent is larger by at most one
 *     row
 * @param threads threads that parse or print, at least 1; the result does not depend on them
 * @param strict whether a malformed line is an error; otherwise it is kept as it is
 */
public record ConversionOptions(int extentSizeBytes, int threads, boolean strict) {

    /** Extents of 64 KiB, one thread, not strict. */
    public static final ConversionOptions DEFAULT = new ConversionOptions(64 << 10, 1, false);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public ConversionOptions {
        if (extentSizeBytes < 1 || extentSizeBytes > 1 << 30) {
            throw new IllegalArgumentException("extent size must be 1 to 2^30 bytes, got " + extentSizeBytes);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
    }

    /** Returns these options with another number of threads. */
    public ConversionOptions withThreads(int count) {
        return new ConversionOptions(extentSizeBytes, count, strict);
    }

    /** Returns these options with another size of extents. */
    public ConversionOptions withExtentSize(int bytes) {
        return new ConversionOptions(bytes, threads, strict);
    }

    /** Returns these options such that a malformed line is an error. */
    public ConversionOptions asStrict() {
        return new ConversionOptions(extentSizeBytes, threads, true);
    }
}

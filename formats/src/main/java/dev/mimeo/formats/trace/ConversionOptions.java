package dev.mimeo.formats.trace;

/**
 * Options of the conversion of a trace.
 *
 * @param threads threads that parse or print, at least 1; the result does not depend on them
 * @param strict whether a malformed line is an error; otherwise it is kept as it is
 */
public record ConversionOptions(int threads, boolean strict) {

    /** One thread, not strict. */
    public static final ConversionOptions DEFAULT = new ConversionOptions(1, false);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if there is no thread
     */
    public ConversionOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
    }

    /** Returns these options with another number of threads. */
    public ConversionOptions withThreads(int count) {
        return new ConversionOptions(count, strict);
    }

    /** Returns these options such that a malformed line is an error. */
    public ConversionOptions asStrict() {
        return new ConversionOptions(threads, true);
    }
}

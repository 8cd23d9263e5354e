package dev.mimeo.formats.trace;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Turns traces of one format into rows of one DataSeries type, and, where nothing of the trace is lost, back into the
 * same bytes.
 *
 * <p>Implementations are found with {@link java.util.ServiceLoader}, have a public constructor without parameters and
 * hold no state between calls. Thread-safe.
 */
public interface TraceConverter {

    /** Returns all converters on the class path, ordered by name. */
    static List<TraceConverter> all() {
        return ServiceLoader.load(TraceConverter.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(TraceConverter::name))
                .toList();
    }

    /**
     * Returns the converter of a name.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names
     */
    static TraceConverter named(String name) {
        List<TraceConverter> all = all();
        return all.stream()
                .filter(converter -> converter.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown format '" + name + "': known: "
                        + String.join(
                                ", ", all.stream().map(TraceConverter::name).toList())));
    }

    /** Returns the name of the format: lower-case letters, digits and dashes. */
    String name();

    /** Returns what the format is, in a few words for a list. */
    String description();

    /** Returns the type of the rows. */
    ExtentType type();

    /**
     * Returns whether {@link #print} gives back what {@link #convert} read, byte for byte. Where not,
     * {@code docs/reference/converters.md} says what is dropped.
     */
    boolean isLossless();

    /**
     * Converts a trace.
     *
     * @param input the trace, not compressed; read to its end, not closed
     * @param rows takes the extents, which are as large as it is convenient to make them
     * @return what was converted
     * @throws MimeoException if the input is not a trace of this format, or has a malformed line and the options are
     *     strict
     */
    Summary convert(InputStream input, Sink rows, Options options) throws IOException;

    /**
     * Writes rows as a trace.
     *
     * @param rows extents of {@link #type()}; not closed
     * @param output takes the trace; flushed, not closed
     * @return what was written
     * @throws DataSeriesException if the rows are of another type
     * @throws UnsupportedOperationException if the converter is not lossless
     */
    Summary print(ExtentSource rows, OutputStream output, Options options) throws IOException;

    /**
     * Options of the conversion of a trace.
     *
     * @param threads threads that parse or print, at least 1; the result does not depend on them
     * @param strict whether a malformed line is an error; otherwise it is kept as it is
     */
    record Options(int threads, boolean strict) {

        /** One thread, not strict. */
        public static final Options DEFAULT = new Options(1, false);

        /**
         * Checks the options.
         *
         * @throws IllegalArgumentException if there is no thread
         */
        public Options {
            if (threads < 1) {
                throw new IllegalArgumentException("threads must be at least 1, got " + threads);
            }
        }

        /** Returns these options with another number of threads. */
        public Options withThreads(int count) {
            return new Options(count, strict);
        }

        /** Returns these options such that a malformed line is an error. */
        public Options asStrict() {
            return new Options(threads, true);
        }
    }

    /**
     * Totals of a conversion.
     *
     * @param rows rows written or read
     * @param traceBytes size of the trace, not compressed
     * @param garbageRows number of rows that are malformed lines, kept as they are
     * @param firstGarbageLine number of the first of them, from 1; 0 if there is none
     */
    record Summary(long rows, long traceBytes, long garbageRows, long firstGarbageLine) {}

    /** Takes extents of any size one after the other, such as {@code ExtentOutput::copy}. */
    @FunctionalInterface
    interface Sink {

        /** Takes the next extent. */
        void accept(Extent extent) throws IOException;
    }
}

package dev.mimeo.formats.trace;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Turns traces of one format into rows of one DataSeries type, and, where nothing of the trace is lost, back into the
 * same bytes.
 *
 * <p>Implementations are found with {@link java.util.ServiceLoader}, have a public constructor without parameters and
 * hold no state between calls. Thread-safe.
 */
public interface TraceConverter {

    /** Returns the name of the format: lower-case letters, digits and dashes. */
    String name();

    /** Returns what the format is, in a few words for a list. */
    String description();

    /** Returns the type of the rows. */
    ExtentType type();

    /**
     * Tells whether {@link #print} gives back what {@link #convert} read, byte for byte. Where not,
     * {@code docs/converters.md} says what is dropped.
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
    ConversionSummary convert(InputStream input, ExtentSink rows, ConversionOptions options) throws IOException;

    /**
     * Writes rows as a trace.
     *
     * @param rows extents of {@link #type()}; not closed
     * @param output takes the trace; flushed, not closed
     * @return what was written
     * @throws DataSeriesException if the rows are of another type
     * @throws UnsupportedOperationException if the converter is not lossless
     */
    ConversionSummary print(ExtentSource rows, OutputStream output, ConversionOptions options) throws IOException;
}

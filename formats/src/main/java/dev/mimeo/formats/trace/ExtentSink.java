package dev.mimeo.formats.trace;

import dev.mimeo.dataseries.Extent;
import java.io.IOException;

/** Takes extents one after the other, such as {@code DataSeriesWriter::write}. */
@FunctionalInterface
public interface ExtentSink {

    /** Takes the next extent. */
    void accept(Extent extent) throws IOException;
}

package dev.mimeo.formats.trace;

import dev.mimeo.dataseries.Extent;
import java.io.IOException;

/** Takes extents of any size one after the other, such as {@code ExtentOutput::copy}. */
@FunctionalInterface
public interface ExtentSink {

    /** Takes the next extent. */
    void accept(Extent extent) throws IOException;
}

package dev.mimeo.dataseries.transform;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/** Destination of the parts of a split file. */
@FunctionalInterface
public interface PartOutputs {

    /**
     * Opens a part.
     *
     * @param part its number, from 0 on
     * @return takes the file; closed when the part is complete
     */
    WritableByteChannel open(int part) throws IOException;
}

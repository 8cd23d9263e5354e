package dev.mimeo.dataseries.transform;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/** Where the parts of a split file go. */
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

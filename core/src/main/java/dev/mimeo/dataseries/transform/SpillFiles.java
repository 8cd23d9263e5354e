package dev.mimeo.dataseries.transform;

import java.io.IOException;
import java.nio.file.Path;

/** Files that a {@link Sorting} needs while it works. Whoever supplies them removes what is left if it fails. */
public interface SpillFiles {

    /** Creates an empty file. */
    Path create() throws IOException;

    /** Removes a file that is not needed any more. */
    void remove(Path file) throws IOException;
}

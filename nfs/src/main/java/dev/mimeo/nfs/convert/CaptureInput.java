package dev.mimeo.nfs.convert;

import java.io.IOException;
import java.io.InputStream;

/** A file of captured packets that can be opened several times. Thread-safe. */
public interface CaptureInput {

    /** Returns the name that tables and errors show. */
    String name();

    /**
     * Opens the file.
     *
     * @return its bytes as they are, buffered or not
     * @throws IOException if it cannot be opened
     */
    InputStream open() throws IOException;
}

package dev.mimeo.dataseries;

import dev.mimeo.internal.files.FileVersion;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file that is read, as it was when it was opened.
 *
 * @param version properties by which a change of the file is noticed
 * @param state what the file may lack
 */
record FileOrigin(Path file, FileVersion version, State state) {

    /** State of a file that is read. */
    enum State {
        /** The file must have an index. */
        COMPLETE,
        /** The file may still be written, so that it has no index. */
        UNFINISHED
    }

    /** Looks at a file before it is opened, so that a later change is noticed. */
    static FileOrigin of(Path file, State state) throws IOException {
        return new FileOrigin(file, FileVersion.of(file), state);
    }

    /** Returns whether the file has changed, was replaced or is gone. */
    boolean isChanged() throws IOException {
        try {
            return !FileVersion.of(file).equals(version);
        } catch (NoSuchFileException e) {
            return true;
        }
    }
}

package dev.mimeo.dataseries;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Hands out extents one after the other. For one thread; the extents themselves may be passed on. */
public interface ExtentSource extends Closeable {

    /**
     * Returns the next extent, or null when there are no more. After a failure there is no next extent: streams of files throw the
     * failure again.
     *
     * @throws DataSeriesException if the content is damaged at this place
     * @throws IllegalStateException if the source reads files and is closed
     */
    @Nullable Extent next() throws IOException;

    /**
     * Closes several things, each of them whichever fail.
     *
     * @throws IOException the first failure, the others suppressed in it
     */
    static void closeAll(Iterable<? extends Closeable> all) throws IOException {
        @Nullable IOException failure = null;
        for (Closeable one : all) {
            try {
                one.close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}

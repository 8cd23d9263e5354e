package dev.mimeo.cli;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Extents of a file whose reading is shown. */
record WatchedExtents(ExtentSource extents, long fileBytes, Progress progress) implements ExtentSource {

    @Override
    public @Nullable Extent next() throws IOException {
        Extent extent = extents.next();
        if (extent != null) {
            progress.update(extent.fileOffset(), fileBytes);
        }
        return extent;
    }

    @Override
    public void close() throws IOException {
        extents.close();
    }
}

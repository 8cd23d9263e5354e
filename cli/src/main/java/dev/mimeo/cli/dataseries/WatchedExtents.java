package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Progress;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Extents of files whose reading is shown. For one thread. */
final class WatchedExtents implements ExtentSource {

    private final ExtentSource extents;
    private final long[] fileBytes;
    private final long totalBytes;
    private final Progress progress;
    private int file;
    private long before;
    private long offset = -1;
    private long rows;
    private long count;

    /**
     * Watches a stream.
     *
     * @param extents extents of files one after the other
     * @param fileBytes sizes of the files
     */
    WatchedExtents(ExtentSource extents, Progress progress, long... fileBytes) {
        this.extents = extents;
        this.fileBytes = fileBytes.clone();
        long total = 0;
        for (long bytes : fileBytes) {
            total += bytes;
        }
        this.totalBytes = total;
        this.progress = progress;
    }

    @Override
    public @Nullable Extent next() throws IOException {
        Extent extent = extents.next();
        if (extent != null) {
            // In another file offsets start anew.
            if (extent.fileOffset() <= offset && file < fileBytes.length - 1) {
                before += fileBytes[file];
                file++;
            }
            offset = extent.fileOffset();
            rows += extent.rows();
            count++;
            progress.update(before + offset, totalBytes);
        }
        return extent;
    }

    /** Returns the rows of the extents so far. */
    long rows() {
        return rows;
    }

    /** Returns the number of the extents so far. */
    long count() {
        return count;
    }

    @Override
    public void close() throws IOException {
        extents.close();
    }
}

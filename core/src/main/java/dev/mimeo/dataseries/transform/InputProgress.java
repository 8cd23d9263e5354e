package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.Extent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Tells how far a stream of the extents of several files has come. */
final class InputProgress {

    private final long[] sizes;
    private final LongConsumer listener;
    private int file;
    private long before;
    private long offset = -1;

    InputProgress(List<Path> files, LongConsumer listener) throws IOException {
        this.sizes = new long[files.size()];
        this.listener = listener;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = Files.size(files.get(i));
        }
    }

    /** Returns the bytes of all files. */
    long totalBytes() {
        long total = 0;
        for (long size : sizes) {
            total += size;
        }
        return total;
    }

    /** Takes note of the next extent; in another file offsets start anew. */
    void at(Extent extent) {
        if (extent.fileOffset() <= offset && file < sizes.length - 1) {
            before += sizes[file];
            file++;
        }
        offset = extent.fileOffset();
        listener.accept(before + offset);
    }
}

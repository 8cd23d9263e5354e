package dev.mimeo.dataseries;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Unpacks single extents, with as many unpackers as are used at a time. Thread-safe. */
final class UnpackerPool {

    private final Checksums checksums;
    private final BufferPool buffers;
    private final ConcurrentLinkedQueue<ExtentUnpacker> idle = new ConcurrentLinkedQueue<>();

    UnpackerPool(Checksums checksums, BufferPool buffers) {
        this.checksums = checksums;
        this.buffers = buffers;
    }

    /** Returns the memory that extents to unpack may be read into. */
    BufferPool buffers() {
        return buffers;
    }

    /** @param fields the only columns that are wanted; null for all */
    Extent unpack(StoredExtent stored, int @Nullable [] fields) throws DataSeriesException {
        ExtentUnpacker unpacker = take();
        try {
            return unpacker.unpack(stored, fields);
        } finally {
            idle.add(unpacker);
        }
    }

    /** Unpacks two extents, together where that is faster. */
    List<Extent> unpack(StoredExtent one, StoredExtent two, int[] fields) throws IOException {
        if (checksums != Checksums.ALL) {
            return List.of(unpack(one, fields), unpack(two, fields));
        }
        ExtentUnpacker unpacker = take();
        try {
            UnpackingStream.Unpacked both = unpacker.unpack(one, two, type -> fields);
            if (both.second() == null) {
                throw Objects.requireNonNull(both.failure());
            }
            return List.of(both.first(), both.second());
        } finally {
            idle.add(unpacker);
        }
    }

    private ExtentUnpacker take() {
        ExtentUnpacker kept = idle.poll();
        return kept != null ? kept : new ExtentUnpacker(checksums, buffers, null);
    }

    void close() {
        for (ExtentUnpacker unpacker = idle.poll(); unpacker != null; unpacker = idle.poll()) {
            unpacker.close();
        }
    }
}

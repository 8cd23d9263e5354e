package dev.mimeo.dataseries;

import org.jspecify.annotations.Nullable;

/** One stored extent, or two that are unpacked together. */
record StoredPair(
        DataSeriesReader reader,
        StoredExtent first,
        @Nullable StoredExtent second) {

    /** Bytes of memory that they take; large extents count for less, so that every thread has one. */
    long weight() {
        long weight = first.weight() + (second == null ? 0 : second.weight());
        return Math.min(weight, DataSeriesReader.STREAM_BYTES_PER_THREAD);
    }
}

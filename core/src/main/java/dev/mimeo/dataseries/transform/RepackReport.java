package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.TypeStatistics;
import java.util.List;

/**
 * What a {@link Repacking} did.
 *
 * @param inputBytes sizes of the inputs together
 * @param extents extents of rows read
 * @param rows rows read and written, without those about packing
 * @param parts files written
 */
public record RepackReport(long inputBytes, long extents, long rows, List<Part> parts) {

    /** Copies the list. */
    public RepackReport {
        parts = List.copyOf(parts);
    }

    /** Returns the sizes of the files written together. */
    public long outputBytes() {
        return parts.stream().mapToLong(Part::bytes).sum();
    }

    /**
     * A file written.
     *
     * @param bytes its size
     * @param types what it holds, without columns
     */
    public record Part(long bytes, List<TypeStatistics> types) {

        /** Copies the list. */
        public Part {
            types = List.copyOf(types);
        }
    }
}

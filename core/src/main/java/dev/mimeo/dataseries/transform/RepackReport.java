package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.StreamStatistics;
import dev.mimeo.dataseries.TypeStatistics;
import java.util.List;

/**
 * Totals of a {@link Repacking}.
 *
 * @param inputBytes sizes of the inputs together
 * @param extents extents of rows read
 * @param rows rows read and written, without those about packing
 * @param parts files written
 * @param reading totals of reading the inputs
 */
public record RepackReport(long inputBytes, long extents, long rows, List<Part> parts, StreamStatistics reading) {

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
     * @param types its content, without columns
     * @param waitNanos time for which its rows waited to be packed, in wall-clock nanoseconds
     */
    public record Part(long bytes, List<TypeStatistics> types, long waitNanos) {

        /** Copies the list. */
        public Part {
            types = List.copyOf(types);
        }
    }
}

package dev.mimeo.nfs.report;

import java.nio.file.Path;
import java.util.List;

/**
 * A data set of a report.
 *
 * @param name name in the report, not empty
 * @param files its traces, at least one, in the order of their records
 */
public record TraceSet(String name, List<Path> files) {

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if there is no name or no file
     */
    public TraceSet {
        if (name.isEmpty() || files.isEmpty()) {
            throw new IllegalArgumentException("a data set has a name and at least one file");
        }
        files = List.copyOf(files);
    }
}

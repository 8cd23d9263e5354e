package dev.mimeo.integrations.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * The extents of a task.
 *
 * @param places in the order in which they are read
 */
record ExtentPartition(List<FileExtents> places) implements InputPartition {

    /**
     * Extents of a file.
     *
     * @param file absolute path, or address
     * @param extents in the order in which they are read
     */
    record FileExtents(String file, List<ExtentRange> extents) implements Serializable {}

    /**
     * An extent of a file.
     *
     * @param offset bytes from the start of the file
     * @param bytes bytes that it takes there
     */
    record ExtentRange(long offset, long bytes) implements Serializable {}
}

package dev.mimeo.integrations.spark;

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
     * @param file absolute path
     * @param offsets offsets, bytes from the start of the file
     */
    record FileExtents(String file, List<Long> offsets) implements java.io.Serializable {}
}

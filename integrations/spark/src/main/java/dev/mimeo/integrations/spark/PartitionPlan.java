package dev.mimeo.integrations.spark;

import java.util.List;

/**
 * The assignment of the extents that are read to tasks.
 *
 * @param partitions one per task
 * @param extents extents that are read
 * @param allExtents extents of the type in all files
 * @param bytes stored bytes of the extents that are read
 */
record PartitionPlan(List<ExtentPartition> partitions, long extents, long allExtents, long bytes) {

    /** Copies the list. */
    PartitionPlan {
        partitions = List.copyOf(partitions);
    }
}

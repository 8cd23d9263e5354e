/**
 * Mimeo on Apache Spark: DataSeries files as tables, and scanning and generating as jobs.
 *
 * <p>Files are read and written through the file system of each machine, so a cluster needs one that all its machines mount at
 * the same place. What runs on executors is the library itself: results are those of one machine.
 */
@NullMarked
package dev.mimeo.integrations.spark;

import org.jspecify.annotations.NullMarked;

/**
 * Mimeo on Apache Spark: DataSeries files as tables, and scanning, generating and garage queries as jobs.
 *
 * <p>Files are read and written in any file system of Hadoop. What runs on executors is the library itself: results are those of one
 * machine.
 */
@NullMarked
package dev.mimeo.integrations.spark;

import org.jspecify.annotations.NullMarked;

/**
 * Tables of counters from CSV, Parquet and the output of collectors into packed files, and back to CSV and Parquet. DuckDB reads
 * Parquet, and writes both.
 */
@NullMarked
package dev.mimeo.garage.load;

import org.jspecify.annotations.NullMarked;

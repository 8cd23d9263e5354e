/** Tables of counters from CSV and Parquet files into packed files and back, with DuckDB as the reader and writer of both. */
@NullMarked
package dev.mimeo.garage.load;

import org.jspecify.annotations.NullMarked;

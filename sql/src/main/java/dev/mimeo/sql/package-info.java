/**
 * SQL over DataSeries files, and their way to Parquet and back, with DuckDB as the engine.
 *
 * <p>Files are read by the engine as they are, without a copy: each is a table of which only the columns that a query
 * uses are decoded. {@link dev.mimeo.sql.TraceQuery} runs queries and saves their rows as Parquet,
 * {@link dev.mimeo.sql.TableImport} brings tables back. The classes of the engine stay inside this package.
 */
@NullMarked
package dev.mimeo.sql;

import org.jspecify.annotations.NullMarked;

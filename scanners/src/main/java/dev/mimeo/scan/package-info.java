/**
 * Scanning: any bytes in, a characterization out.
 *
 * <p>{@link dev.mimeo.scan.ChunkSources} cuts inputs into chunks, {@link dev.mimeo.scan.DataScanner} runs chunk and data
 * set scanners over them in parallel and hands the rows out in order. Scanners are plug-ins, found with
 * {@link java.util.ServiceLoader}.
 */
@NullMarked
package dev.mimeo.scan;

import org.jspecify.annotations.NullMarked;

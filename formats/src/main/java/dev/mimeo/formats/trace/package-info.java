/**
 * Traces of other formats as DataSeries rows, and back.
 *
 * <p>A format is a {@link dev.mimeo.formats.trace.TraceConverter}, found by name with
 * {@link dev.mimeo.formats.trace.TraceConverters}. Formats of one row per line of text extend
 * {@link dev.mimeo.formats.trace.LineConverter}, which reads, checks and prints lines for all of them.
 */
@NullMarked
package dev.mimeo.formats.trace;

import org.jspecify.annotations.NullMarked;

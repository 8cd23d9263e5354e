/**
 * Traces of other formats as DataSeries rows, and back.
 *
 * <p>A format is a {@link dev.mimeo.formats.trace.TraceConverter}, found by name with
 * {@link dev.mimeo.formats.trace.TraceConverter#named}.
 */
@NullMarked
package dev.mimeo.formats.trace;

import org.jspecify.annotations.NullMarked;

/**
 * Segment files: generated data, and for each block of it the bytes that may change without a change of the ratios.
 * {@link dev.mimeo.generate.segment.SegmentWriter} makes them, and {@link dev.mimeo.generate.segment.SegmentFile} gives an endless stream for
 * each seed at the speed of memory, with the bytes that the C library of Mimeo gives.
 */
@NullMarked
package dev.mimeo.generate.segment;

import org.jspecify.annotations.NullMarked;

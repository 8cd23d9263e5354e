/**
 * Statistics of expressions over the rows of DataSeries files, whole or by group.
 *
 * <p>{@link dev.mimeo.analysis.statistics.StatGroupBy} computes several in one pass over the files; {@link
 * dev.mimeo.analysis.statistics.Stats} and {@link dev.mimeo.analysis.statistics.QuantileSketch} serve alone too.
 */
@NullMarked
package dev.mimeo.analysis.statistics;

import org.jspecify.annotations.NullMarked;

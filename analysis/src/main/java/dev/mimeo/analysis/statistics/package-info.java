/**
 * Statistics of expressions over the rows of DataSeries files, whole, by group or as a cube.
 *
 * <p>{@link dev.mimeo.analysis.statistics.StatGroupBy} computes several in one pass over the files; {@link
 * dev.mimeo.statistics.Stats} serves alone too, and so do {@link dev.mimeo.analysis.statistics.TupleStatistics} and
 * {@link dev.mimeo.analysis.statistics.StatisticsCube}. Quantiles are those of {@link dev.mimeo.statistics.QuantileSketch}.
 */
@NullMarked
package dev.mimeo.analysis.statistics;

import org.jspecify.annotations.NullMarked;

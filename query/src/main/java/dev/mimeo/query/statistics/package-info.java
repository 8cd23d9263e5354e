/**
 * Statistics of expressions over the rows of DataSeries files, whole, by group or as a cube.
 *
 * <p>{@link dev.mimeo.query.statistics.StatGroupBy} computes several in one pass over the files; {@link
 * dev.mimeo.statistics.Stats} serves alone too, and so do {@link dev.mimeo.query.statistics.TupleStatistics} and
 * {@link dev.mimeo.query.statistics.StatisticsCube}. Quantiles are those of {@link dev.mimeo.statistics.QuantileSketch}.
 */
@NullMarked
package dev.mimeo.query.statistics;

import org.jspecify.annotations.NullMarked;

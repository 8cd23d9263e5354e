/**
 * Statistics of expressions over the rows of DataSeries files, whole, by group or as a cube.
 *
 * <p>{@link dev.mimeo.analysis.statistics.StatGroupBy} computes several in one pass over the files; {@link
 * dev.mimeo.analysis.statistics.Stats} and {@link dev.mimeo.analysis.statistics.QuantileSketch} serve alone too, and so do {@link
 * dev.mimeo.analysis.statistics.TupleStatistics} and {@link dev.mimeo.analysis.statistics.StatisticsCube}.
 */
@NullMarked
package dev.mimeo.analysis.statistics;

import org.jspecify.annotations.NullMarked;

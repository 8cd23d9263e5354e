/**
 * Statistics of long sequences in little memory: quantiles ({@link dev.mimeo.statistics.QuantileSketch}), mean and variance ({@link dev.mimeo.statistics.Stats}), and sums over windows
 * of time ({@link dev.mimeo.statistics.RollingSums}) of what is put in order before ({@link dev.mimeo.statistics.TimeOrder}).
 */
@NullMarked
package dev.mimeo.statistics;

import org.jspecify.annotations.NullMarked;

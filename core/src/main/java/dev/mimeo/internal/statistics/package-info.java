/**
 * Statistics of long sequences in little memory: quantiles ({@link dev.mimeo.internal.statistics.QuantileSketch}), mean and variance ({@link dev.mimeo.internal.statistics.Stats}), and sums over windows
 * of time ({@link dev.mimeo.internal.statistics.RollingSums}) of what is put in order before ({@link dev.mimeo.internal.statistics.TimeOrder}).
 */
@NullMarked
package dev.mimeo.internal.statistics;

import org.jspecify.annotations.NullMarked;

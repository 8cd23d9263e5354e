/**
 * Sums over windows of time ({@link dev.mimeo.internal.statistics.RollingSums}), and the order of times that they need
 * ({@link dev.mimeo.internal.statistics.TimeOrder}), in little memory.
 */
@NullMarked
package dev.mimeo.internal.statistics;

import org.jspecify.annotations.NullMarked;

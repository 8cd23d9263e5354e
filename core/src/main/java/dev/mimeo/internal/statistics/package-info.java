/**
 * Sums over windows of time ({@link dev.mimeo.internal.statistics.RollingSums}), and the order of times that they need
 * ({@link dev.mimeo.internal.statistics.TimeOrder}), in little memory; strings of an original in other data
 * ({@link dev.mimeo.internal.statistics.RunStartCounter}), and by chance ({@link dev.mimeo.internal.statistics.OrderTwoChain}).
 */
@NullMarked
package dev.mimeo.internal.statistics;

import org.jspecify.annotations.NullMarked;

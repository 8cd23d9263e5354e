/** Aggregates that results of queries and of parallel work consist of: mean and variance, quantiles, times of a pipeline. */
@NullMarked
package dev.mimeo.statistics;

import org.jspecify.annotations.NullMarked;

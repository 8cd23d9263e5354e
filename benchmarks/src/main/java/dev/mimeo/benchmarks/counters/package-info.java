/** Measures files of server performance counters. */
@NullMarked
package dev.mimeo.benchmarks.counters;

import org.jspecify.annotations.NullMarked;

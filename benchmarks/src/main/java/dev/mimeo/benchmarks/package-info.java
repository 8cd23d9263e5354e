/**
 * Measures Mimeo: JMH benchmarks of scanning and generating, and the fidelity suite that compares synthetic data with
 * whole corpora.
 */
@NullMarked
package dev.mimeo.benchmarks;

import org.jspecify.annotations.NullMarked;

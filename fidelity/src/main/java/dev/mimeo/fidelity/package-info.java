/**
 * Proves how closely synthetic data behaves like the original: compression ratios and times per codec, for the whole
 * data set and chunk by chunk, and the distances of what decides them.
 *
 * <pre>{@code
 * try (DataSample original = DataSample.open(Path.of("logs"));
 *         DataSample synthetic = DataSample.open(Path.of("logs.mimic"))) {
 *     ComparisonResult result =
 *             Comparison.compare(original, synthetic, ComparisonOptions.defaults(), Comparison.ProgressListener.SILENT);
 *     String table = ComparisonTable.render(result);
 * }
 * }</pre>
 *
 * <p>A deviation is {@code synthetic / original - 1} everywhere; ratios are original size over compressed size; times
 * are seconds of CPU time of one thread.
 */
@NullMarked
package dev.mimeo.fidelity;

import org.jspecify.annotations.NullMarked;

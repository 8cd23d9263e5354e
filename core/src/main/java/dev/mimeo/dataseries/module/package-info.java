/**
 * Stages that extents pass through: sources, filters, analyses, outputs.
 *
 * <p>Every stage is an {@link dev.mimeo.dataseries.ExtentSource} made of another one, so stages are chained by wrapping, and
 * the last is pulled: {@link dev.mimeo.dataseries.module.ExtentSources#drain}. Closing a stage closes what it wraps.
 *
 * <pre>{@code
 * var reads = new Reads(DataSeriesFiles.of(files).matching("Trace::NFS::common").open(threads));
 * var sizes = new Sizes(reads);
 * try (ExtentSource last = sizes) {
 *     ExtentSources.drain(last);
 * }
 * }</pre>
 */
@NullMarked
package dev.mimeo.dataseries.module;

import org.jspecify.annotations.NullMarked;

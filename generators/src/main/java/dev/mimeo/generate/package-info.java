/**
 * Prints synthetic data from a characterization: {@link dev.mimeo.generate.DataGenerator} makes one chunk,
 * {@code DataProducer} makes the stream of them.
 */
@NullMarked
package dev.mimeo.generate;

import org.jspecify.annotations.NullMarked;

/**
 * Generates synthetic data from a characterization: a {@link dev.mimeo.generate.DataGenerator} makes one chunk, and a
 * {@link dev.mimeo.generate.DataProducer} the stream of them.
 *
 * <pre>{@code
 * try (Characterization characterization = Characterization.open(file);
 *         DataProducer producer = DataProducer.of(characterization).seed(42).build()) {
 *     byte[] page = producer.getSynData(4096);
 *     Files.copy(producer.stream(1L << 30), target);
 * }
 * }</pre>
 */
@NullMarked
package dev.mimeo.generate;

import org.jspecify.annotations.NullMarked;

/**
 * Codecs to measure data sets with, beside those of {@code core}: {@code xz}. They are found by name with
 * {@link dev.mimeo.codec.Codecs}.
 */
@NullMarked
package dev.mimeo.scan.internal.codec;

import org.jspecify.annotations.NullMarked;

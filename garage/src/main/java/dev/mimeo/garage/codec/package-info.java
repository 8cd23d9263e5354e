/**
 * Columns of numbers in few bytes: floating point numbers of 32 and 64 bits, integers and times, each column on its own.
 *
 * <p>{@link dev.mimeo.garage.codec.ColumnEncoder} and {@link dev.mimeo.garage.codec.ColumnDecoder} are all there is to
 * use; what they write is described there.
 */
@NullMarked
package dev.mimeo.garage.codec;

import org.jspecify.annotations.NullMarked;

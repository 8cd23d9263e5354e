/**
 * Columns of numbers in few bytes: floating-point numbers of 32 and 64 bits, integers and times, each column on its own.
 *
 * <p>Other packages use {@link dev.mimeo.garage.internal.codec.ColumnEncoder} and
 * {@link dev.mimeo.garage.internal.codec.ColumnDecoder}, whose Javadoc describes the format.
 */
@NullMarked
package dev.mimeo.garage.internal.codec;

import org.jspecify.annotations.NullMarked;

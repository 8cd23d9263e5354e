/** The encodings of columns of counters that callers can choose from. */
@NullMarked
package dev.mimeo.garage.codec;

import org.jspecify.annotations.NullMarked;

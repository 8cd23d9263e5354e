/** The generator {@code mimic}. */
@NullMarked
package dev.mimeo.generate.internal.mimic;

import org.jspecify.annotations.NullMarked;

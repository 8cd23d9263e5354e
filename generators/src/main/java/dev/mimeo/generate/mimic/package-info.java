/** The generator {@code mimic}. */
@NullMarked
package dev.mimeo.generate.mimic;

import org.jspecify.annotations.NullMarked;

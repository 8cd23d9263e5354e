/** Random numbers that are the same for a seed in every version and on every machine. */
@NullMarked
package dev.mimeo.random;

import org.jspecify.annotations.NullMarked;

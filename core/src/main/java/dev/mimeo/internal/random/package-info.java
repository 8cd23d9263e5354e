/** Random numbers and mixed bits that are the same in every version and on every machine. */
@NullMarked
package dev.mimeo.internal.random;

import org.jspecify.annotations.NullMarked;

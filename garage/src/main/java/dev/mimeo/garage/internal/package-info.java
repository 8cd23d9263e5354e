/** Name patterns that several packages of the garage share. */
@NullMarked
package dev.mimeo.garage.internal;

import org.jspecify.annotations.NullMarked;

/** Tests of the built archives. */
@NullMarked
package dev.mimeo.distribution;

import org.jspecify.annotations.NullMarked;

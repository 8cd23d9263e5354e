/** Tests of the fixtures. */
@NullMarked
package dev.mimeo.testing;

import org.jspecify.annotations.NullMarked;

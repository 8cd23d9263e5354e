/** Fixtures that the tests of several modules share. */
@NullMarked
package dev.mimeo.testing;

import org.jspecify.annotations.NullMarked;

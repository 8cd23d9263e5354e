/** The patterns that choose files of a garage. */
@NullMarked
package dev.mimeo.garage.internal.scope;

import org.jspecify.annotations.NullMarked;

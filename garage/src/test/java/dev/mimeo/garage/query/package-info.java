/** Tests of queries over a garage. */
@NullMarked
package dev.mimeo.garage.query;

import org.jspecify.annotations.NullMarked;

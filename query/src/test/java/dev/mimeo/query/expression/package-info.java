/** Tests of the expression language. */
@NullMarked
package dev.mimeo.query.expression;

import org.jspecify.annotations.NullMarked;

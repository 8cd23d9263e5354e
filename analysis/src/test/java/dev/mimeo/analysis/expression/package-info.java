/** Tests of the expression language. */
@NullMarked
package dev.mimeo.analysis.expression;

import org.jspecify.annotations.NullMarked;

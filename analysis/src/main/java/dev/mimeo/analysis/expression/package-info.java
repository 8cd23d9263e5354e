/**
 * The expression language of the DataSeries tools: conditions and computed values over the columns of extents.
 *
 * <p>{@link dev.mimeo.analysis.expression.Expression#parse} binds a text to a type; an {@link
 * dev.mimeo.analysis.expression.Evaluator} of it chooses rows and computes values, column by column.
 */
@NullMarked
package dev.mimeo.analysis.expression;

import org.jspecify.annotations.NullMarked;

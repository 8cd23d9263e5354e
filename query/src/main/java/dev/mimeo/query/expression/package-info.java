/**
 * The expression language of the DataSeries tools: conditions and computed values over the columns of extents.
 *
 * <p>{@link dev.mimeo.query.expression.Expression#parse} binds a text to a type; an {@link
 * dev.mimeo.query.expression.Evaluator} of it chooses rows and computes values, column by column.
 */
@NullMarked
package dev.mimeo.query.expression;

import org.jspecify.annotations.NullMarked;

/**
 * Rows from SQL databases over JDBC.
 *
 * <p>{@link dev.mimeo.formats.jdbc.SqlImport} turns the result of a query into rows; its description says which SQL type
 * becomes which field.
 */
@NullMarked
package dev.mimeo.formats.jdbc;

import org.jspecify.annotations.NullMarked;

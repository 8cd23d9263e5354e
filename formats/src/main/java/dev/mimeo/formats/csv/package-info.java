/**
 * Rows from text: comma separated values, and what {@code ds2txt} prints.
 *
 * <p>{@link dev.mimeo.formats.csv.CsvImport} reads CSV, {@link dev.mimeo.formats.csv.CsvOptions} says what it looks like.
 */
@NullMarked
package dev.mimeo.formats.csv;

import org.jspecify.annotations.NullMarked;

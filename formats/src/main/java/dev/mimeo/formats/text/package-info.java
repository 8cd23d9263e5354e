/**
 * DataSeries files as text, line for line as the original {@code ds2txt} prints them.
 *
 * <p>{@link dev.mimeo.formats.text.ExtentText} prints files, {@link dev.mimeo.formats.text.TextOptions} says which parts.
 */
@NullMarked
package dev.mimeo.formats.text;

import org.jspecify.annotations.NullMarked;

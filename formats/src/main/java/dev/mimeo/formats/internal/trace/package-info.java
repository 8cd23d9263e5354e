/** The reading, checking and printing of lines, for converters of traces with one row per line of text. */
@NullMarked
package dev.mimeo.formats.internal.trace;

import org.jspecify.annotations.NullMarked;

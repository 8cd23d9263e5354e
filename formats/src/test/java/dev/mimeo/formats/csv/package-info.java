/** Tests of text input. */
@NullMarked
package dev.mimeo.formats.csv;

import org.jspecify.annotations.NullMarked;

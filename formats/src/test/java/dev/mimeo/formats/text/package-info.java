/** Tests of text output. */
@NullMarked
package dev.mimeo.formats.text;

import org.jspecify.annotations.NullMarked;

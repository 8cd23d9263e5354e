/** The print attributes of fields, as printing and reading text follow them. */
@NullMarked
package dev.mimeo.formats.internal.text;

import org.jspecify.annotations.NullMarked;

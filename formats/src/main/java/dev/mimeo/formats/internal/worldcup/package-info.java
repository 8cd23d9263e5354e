/** Logs of the web site of the 1998 World Cup in their binary form. */
@NullMarked
package dev.mimeo.formats.internal.worldcup;

import org.jspecify.annotations.NullMarked;

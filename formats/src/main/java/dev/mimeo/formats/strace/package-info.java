/** System calls as strace prints them. */
@NullMarked
package dev.mimeo.formats.strace;

import org.jspecify.annotations.NullMarked;

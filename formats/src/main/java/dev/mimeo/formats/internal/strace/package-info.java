/** System calls as strace prints them. */
@NullMarked
package dev.mimeo.formats.internal.strace;

import org.jspecify.annotations.NullMarked;

/** Traces of the block layer of Linux as the kernel writes them. */
@NullMarked
package dev.mimeo.formats.internal.blktrace;

import org.jspecify.annotations.NullMarked;

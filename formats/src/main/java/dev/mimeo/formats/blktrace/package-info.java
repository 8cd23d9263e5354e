/** Traces of the block layer of Linux as the kernel writes them. */
@NullMarked
package dev.mimeo.formats.blktrace;

import org.jspecify.annotations.NullMarked;

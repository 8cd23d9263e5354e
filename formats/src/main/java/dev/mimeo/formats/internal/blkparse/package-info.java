/** Traces of the block layer of Linux as blkparse prints them. */
@NullMarked
package dev.mimeo.formats.internal.blkparse;

import org.jspecify.annotations.NullMarked;

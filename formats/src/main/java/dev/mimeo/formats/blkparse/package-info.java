/** Traces of the block layer of Linux as blkparse prints them. */
@NullMarked
package dev.mimeo.formats.blkparse;

import org.jspecify.annotations.NullMarked;

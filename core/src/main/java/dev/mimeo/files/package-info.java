/**
 * The one way to write a file that is complete or absent, the one way to walk a tree of files, and the loops that write and read
 * all bytes of a channel.
 */
@NullMarked
package dev.mimeo.files;

import org.jspecify.annotations.NullMarked;

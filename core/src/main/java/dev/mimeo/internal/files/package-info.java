/**
 * The one way to write a file that is complete or absent, names and permissions that all systems know, the one way to walk a tree of files, the loops that write and read all bytes
 * of a channel, and the one family of exceptions.
 */
@NullMarked
package dev.mimeo.internal.files;

import org.jspecify.annotations.NullMarked;

/** The one way to write a file that is complete or absent, and the one way to walk a tree of files. */
@NullMarked
package dev.mimeo.files;

import org.jspecify.annotations.NullMarked;

/** The parse of data into literals and matches as Deflate (RFC 1951) does it, and the size that follows. */
@NullMarked
package dev.mimeo.scan.internal.deflate;

import org.jspecify.annotations.NullMarked;

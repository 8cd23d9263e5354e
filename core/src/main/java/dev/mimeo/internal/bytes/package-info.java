/** Integers in byte arrays, in a byte order that does not depend on the machine; digests and streams of bytes. */
@NullMarked
package dev.mimeo.internal.bytes;

import org.jspecify.annotations.NullMarked;

/** Tests of the codecs. */
@NullMarked
package dev.mimeo.codec;

import org.jspecify.annotations.NullMarked;

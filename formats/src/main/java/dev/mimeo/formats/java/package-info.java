/** Java source code for extent types, as the original {@code dstypes2cxx} makes C++. */
@NullMarked
package dev.mimeo.formats.java;

import org.jspecify.annotations.NullMarked;

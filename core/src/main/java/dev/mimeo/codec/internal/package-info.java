/** The codecs of DataSeries files, and Zstandard. */
@NullMarked
package dev.mimeo.codec.internal;

import org.jspecify.annotations.NullMarked;

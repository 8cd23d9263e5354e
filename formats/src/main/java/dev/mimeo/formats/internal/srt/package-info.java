/** Traces of disk drivers in the text form of SRT rows. */
@NullMarked
package dev.mimeo.formats.internal.srt;

import org.jspecify.annotations.NullMarked;

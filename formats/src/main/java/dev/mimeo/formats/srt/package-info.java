/** Traces of disk drivers in the text form of SRT rows. */
@NullMarked
package dev.mimeo.formats.srt;

import org.jspecify.annotations.NullMarked;

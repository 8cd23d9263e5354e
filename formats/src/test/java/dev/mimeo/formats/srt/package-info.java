@NullMarked
package dev.mimeo.formats.srt;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.mimeo.formats.internal.srt;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.mimeo.formats.internal.blktrace;

import org.jspecify.annotations.NullMarked;

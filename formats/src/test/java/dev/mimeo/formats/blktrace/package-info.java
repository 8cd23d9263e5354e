@NullMarked
package dev.mimeo.formats.blktrace;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.mimeo.formats.trace;

import org.jspecify.annotations.NullMarked;

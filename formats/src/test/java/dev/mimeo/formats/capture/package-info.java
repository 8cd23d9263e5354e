@NullMarked
package dev.mimeo.formats.capture;

import org.jspecify.annotations.NullMarked;

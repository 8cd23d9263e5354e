@NullMarked
package dev.mimeo.formats.ellard;

import org.jspecify.annotations.NullMarked;

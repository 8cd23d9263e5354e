@NullMarked
package dev.mimeo.formats.internal.ellard;

import org.jspecify.annotations.NullMarked;

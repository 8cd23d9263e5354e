/**
 * Fuzz targets: what becomes of any input, whatever its bytes are. Each is replayed over the inputs that are checked in;
 * the profile {@code fuzz} looks for more with Jazzer.
 */
@NullMarked
package dev.mimeo.fuzz;

import org.jspecify.annotations.NullMarked;

/**
 * The {@code mimeo} command: parsing, progress and rendering. It has no logic of its own; every feature is a library call.
 */
@NullMarked
package dev.mimeo.cli;

import org.jspecify.annotations.NullMarked;

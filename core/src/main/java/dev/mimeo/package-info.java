/** The exception that all checked failures of Mimeo extend. */
@NullMarked
package dev.mimeo;

import org.jspecify.annotations.NullMarked;

/** Tests of the command line. */
@NullMarked
package dev.mimeo.cli;

import org.jspecify.annotations.NullMarked;

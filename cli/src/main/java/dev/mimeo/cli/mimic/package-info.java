/** The commands that scan data, generate synthetic data like it and compare the two. */
@NullMarked
package dev.mimeo.cli.mimic;

import org.jspecify.annotations.NullMarked;

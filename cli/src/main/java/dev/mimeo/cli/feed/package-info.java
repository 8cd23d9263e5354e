/** The commands that feed synthetic data to other programs and file systems. */
@NullMarked
package dev.mimeo.cli.feed;

import org.jspecify.annotations.NullMarked;

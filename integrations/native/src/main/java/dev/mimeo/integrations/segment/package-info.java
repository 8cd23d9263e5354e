/**
 * Programs in any language that write synthetic data unchanged: the sources of the C library that reads
 * {@linkplain dev.mimeo.generate.segment segment files}, and the preloaded library that replaces what a program writes.
 */
@NullMarked
package dev.mimeo.integrations.segment;

import org.jspecify.annotations.NullMarked;

/** Segment files, from which programs in any language take synthetic data at memory speed, and the preloaded library that uses them. */
@NullMarked
package dev.mimeo.integrations.segment;

import org.jspecify.annotations.NullMarked;

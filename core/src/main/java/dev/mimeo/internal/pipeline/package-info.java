/** The one way work is spread over CPUs: ordered, bounded in memory, failing as a whole. */
@NullMarked
package dev.mimeo.internal.pipeline;

import org.jspecify.annotations.NullMarked;

/** The generators that Mimeo brings, as plug-ins. */
@NullMarked
package dev.mimeo.generate.internal;

import org.jspecify.annotations.NullMarked;

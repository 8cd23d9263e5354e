/** The scanners that Mimeo brings, as plug-ins. */
@NullMarked
package dev.mimeo.scan.internal;

import org.jspecify.annotations.NullMarked;

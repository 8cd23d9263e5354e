/** The clock that compression is timed with, {@link dev.mimeo.internal.time.CpuClock}. */
@NullMarked
package dev.mimeo.internal.time;

import org.jspecify.annotations.NullMarked;

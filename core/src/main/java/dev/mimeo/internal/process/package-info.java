/** Work that a signal stops before the process ends, {@link dev.mimeo.internal.process.ShutdownHook}. */
@NullMarked
package dev.mimeo.internal.process;

import org.jspecify.annotations.NullMarked;

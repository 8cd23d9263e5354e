/** Block traces of enterprise servers in the comma-separated form of MSR Cambridge. */
@NullMarked
package dev.mimeo.formats.internal.msr;

import org.jspecify.annotations.NullMarked;

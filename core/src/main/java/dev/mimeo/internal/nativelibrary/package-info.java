/** Native libraries that may be missing at run time. */
@NullMarked
package dev.mimeo.internal.nativelibrary;

import org.jspecify.annotations.NullMarked;

/** Bounds that filters put on the values of fields, for the modules that search min-max indexes. */
@NullMarked
package dev.mimeo.dataseries.index.internal;

import org.jspecify.annotations.NullMarked;

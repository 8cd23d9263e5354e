/**
 * Indexes over many files: for each extent the least and the greatest value of some fields, so that a search reads only
 * extents that may hold what it looks for. The files are those of the original {@code dsextentindex}, which can read ours
 * and the other way round; several ranges per extent are an addition that it does not see.
 */
@NullMarked
package dev.mimeo.dataseries.index;

import org.jspecify.annotations.NullMarked;

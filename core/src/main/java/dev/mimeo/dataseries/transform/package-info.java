/**
 * Whole files to whole files: repacking, sorting and merging. Everything works extent by extent in bounded memory, on as
 * many threads as its options say, and gives the same file for any number of them.
 * {@link dev.mimeo.dataseries.transform.MergedRows} merges streams of rows.
 */
@NullMarked
package dev.mimeo.dataseries.transform;

import org.jspecify.annotations.NullMarked;

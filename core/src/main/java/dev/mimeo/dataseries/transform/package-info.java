/**
 * Whole files to whole files: repacking, sorting and merging. Everything works extent by extent in bounded memory, on as
 * many threads as its options say, and gives the same file for any number of them.
 */
@NullMarked
package dev.mimeo.dataseries.transform;

import org.jspecify.annotations.NullMarked;

/** Relational operators on the rows of DataSeries files. */
@NullMarked
package dev.mimeo.analysis.relational;

import org.jspecify.annotations.NullMarked;

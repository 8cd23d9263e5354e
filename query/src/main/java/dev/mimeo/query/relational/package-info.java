/** Relational operators on the rows of DataSeries files. */
@NullMarked
package dev.mimeo.query.relational;

import org.jspecify.annotations.NullMarked;

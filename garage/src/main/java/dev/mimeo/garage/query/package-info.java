/**
 * Queries over a counter garage: an SQL script that runs on each of many files, and one that runs on all of its rows. The form
 * of a query is that of C. Loboz, S. Smyl, S. Nath, "DataGarage", VLDB 2010, section 4.
 */
@NullMarked
package dev.mimeo.garage.query;

import org.jspecify.annotations.NullMarked;

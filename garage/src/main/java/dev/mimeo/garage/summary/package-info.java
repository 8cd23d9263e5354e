/**
 * What stays of counters when their files go: hourly and daily summaries in a database, and thinning out old files.
 */
@NullMarked
package dev.mimeo.garage.summary;

import org.jspecify.annotations.NullMarked;

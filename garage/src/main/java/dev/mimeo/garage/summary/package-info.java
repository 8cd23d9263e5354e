/**
 * Summaries that remain of counters when their files go: hourly and daily ones in a database, and thinning out old
 * files.
 */
@NullMarked
package dev.mimeo.garage.summary;

import org.jspecify.annotations.NullMarked;

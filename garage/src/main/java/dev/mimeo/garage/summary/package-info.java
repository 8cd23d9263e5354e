/**
 * Summaries that remain of counters when their files go: hourly ones in packed files, and thinning out old files.
 */
@NullMarked
package dev.mimeo.garage.summary;

import org.jspecify.annotations.NullMarked;

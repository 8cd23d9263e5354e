/**
 * The characterization: what Mimeo knows of a data set, as statistics only, and how it is kept as DataSeries rows.
 *
 * <p>Scanners fill it, generators and reports read it; neither knows the other.
 */
@NullMarked
package dev.mimeo.characterization;

import org.jspecify.annotations.NullMarked;

/** Tests of statistics. */
@NullMarked
package dev.mimeo.analysis.statistics;

import org.jspecify.annotations.NullMarked;

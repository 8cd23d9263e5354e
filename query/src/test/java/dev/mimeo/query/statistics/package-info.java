/** Tests of statistics. */
@NullMarked
package dev.mimeo.query.statistics;

import org.jspecify.annotations.NullMarked;

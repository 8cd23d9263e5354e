/** Tests of the file format. */
@NullMarked
package dev.mimeo.dataseries.series;

import org.jspecify.annotations.NullMarked;

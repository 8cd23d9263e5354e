/** Tests of what is said of a characterization. */
@NullMarked
package dev.mimeo.analysis.summary;

import org.jspecify.annotations.NullMarked;

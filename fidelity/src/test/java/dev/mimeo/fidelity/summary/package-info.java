/** Tests of what is said of a characterization. */
@NullMarked
package dev.mimeo.fidelity.summary;

import org.jspecify.annotations.NullMarked;

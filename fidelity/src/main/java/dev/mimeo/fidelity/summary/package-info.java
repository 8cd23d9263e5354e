/** Summary of a characterization in a few numbers: {@link dev.mimeo.fidelity.summary.CharacterizationSummary}. */
@NullMarked
package dev.mimeo.fidelity.summary;

import org.jspecify.annotations.NullMarked;

/**
 * What a characterization says, in a few numbers: {@link dev.mimeo.analysis.summary.CharacterizationSummary}.
 */
@NullMarked
package dev.mimeo.analysis.summary;

import org.jspecify.annotations.NullMarked;

/**
 * The audit: what a characterization, and synthetic data made from it, reveal about the original.
 *
 * <p>{@link dev.mimeo.fidelity.audit.Audit} searches both for runs of bytes of the original and weighs each against what
 * chance would bring forth, and for secrets that are named.
 */
@NullMarked
package dev.mimeo.fidelity.audit;

import org.jspecify.annotations.NullMarked;

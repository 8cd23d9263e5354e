/** Accounting of batch jobs by LSF. */
@NullMarked
package dev.mimeo.formats.internal.lsf;

import org.jspecify.annotations.NullMarked;

/** Accounting of batch jobs by LSF. */
@NullMarked
package dev.mimeo.formats.lsf;

import org.jspecify.annotations.NullMarked;

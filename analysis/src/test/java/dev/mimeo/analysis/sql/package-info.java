/** Tests of SQL over traces. */
@NullMarked
package dev.mimeo.analysis.sql;

import org.jspecify.annotations.NullMarked;

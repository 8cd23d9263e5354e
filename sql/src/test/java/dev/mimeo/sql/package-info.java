/** Tests of SQL over traces. */
@NullMarked
package dev.mimeo.sql;

import org.jspecify.annotations.NullMarked;

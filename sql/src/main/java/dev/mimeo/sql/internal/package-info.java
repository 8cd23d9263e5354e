/** Access to DuckDB that other modules of Mimeo share: connections and vectors. */
@NullMarked
package dev.mimeo.sql.internal;

import org.jspecify.annotations.NullMarked;

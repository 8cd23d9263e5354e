/** Tests of rows from databases. */
@NullMarked
package dev.mimeo.formats.sql;

import org.jspecify.annotations.NullMarked;

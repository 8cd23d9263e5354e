/** Tests of rows from databases. */
@NullMarked
package dev.mimeo.formats.jdbc;

import org.jspecify.annotations.NullMarked;

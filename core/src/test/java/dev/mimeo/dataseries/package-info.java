/** Tests of the file format. */
@NullMarked
package dev.mimeo.dataseries;

import org.jspecify.annotations.NullMarked;

/** Tests of the commands for files of DataSeries. */
@NullMarked
package dev.mimeo.cli.dataseries;

import org.jspecify.annotations.NullMarked;

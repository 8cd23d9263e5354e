/** The commands that read, write and convert files of DataSeries. */
@NullMarked
package dev.mimeo.cli.dataseries;

import org.jspecify.annotations.NullMarked;

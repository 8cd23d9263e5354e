/** The commands for counters of servers. */
@NullMarked
package dev.mimeo.cli.garage;

import org.jspecify.annotations.NullMarked;

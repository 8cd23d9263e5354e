/** Tests of what all commands share. */
@NullMarked
package dev.mimeo.cli.command;

import org.jspecify.annotations.NullMarked;

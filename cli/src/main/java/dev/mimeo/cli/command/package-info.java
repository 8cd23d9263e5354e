/**
 * The base of all families of commands: the streams of a run, its outputs and errors, progress, and options that several
 * commands have.
 */
@NullMarked
package dev.mimeo.cli.command;

import org.jspecify.annotations.NullMarked;

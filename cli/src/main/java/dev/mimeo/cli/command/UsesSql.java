package dev.mimeo.cli.command;

/** Marks a command that can do nothing without DuckDB, which small distributions leave out. */
public interface UsesSql {}

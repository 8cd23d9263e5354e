package dev.mimeo.cli.command;

/** Marks a command with an argument that is SQL, which may start with a comment. */
public interface TakesSql {}

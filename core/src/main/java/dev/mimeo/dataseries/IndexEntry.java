package dev.mimeo.dataseries;

/**
 * One extent in the index of a file.
 *
 * @param offset offset of the extent, bytes from the start of the file
 * @param typeName name of the type of its rows
 */
public record IndexEntry(long offset, String typeName) {}

package dev.mimeo.dataseries.index;

/**
 * File and offset of an extent.
 *
 * @param file name of its file, as the index has it
 * @param offset offset, in bytes from the start of the file
 */
public record ExtentLocation(String file, long offset) {}

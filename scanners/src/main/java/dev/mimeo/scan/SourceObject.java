package dev.mimeo.scan;

/**
 * One thing that chunks were read from: a file, a device, a stream or a field of a trace. Chunks never cross its ends.
 *
 * @param number position among the objects read, from 0
 * @param name path or other label, for messages; never stored in a characterization
 */
public record SourceObject(long number, String name) {}

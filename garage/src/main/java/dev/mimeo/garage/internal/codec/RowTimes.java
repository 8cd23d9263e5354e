package dev.mimeo.garage.internal.codec;

/**
 * Times at which the samples of a column were taken, for values that depend on them.
 *
 * @param times milliseconds, one for each value
 * @param seconds time since the sample before, in seconds, one for each value; above 0
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier of arrays, never compared
public record RowTimes(long[] times, double[] seconds) {}

package dev.mimeo.garage.internal.codec;

/**
 * Times at which the samples of a column were taken, for values that depend on them.
 *
 * @param times milliseconds, one for each value
 * @param seconds time since the sample before, in seconds, one for each value; above 0
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier of arrays, never compared
public record RowTimes(long[] times, double[] seconds) {

    /**
     * Returns the times of samples; those that are not above 0 since the sample before, or not known, are 1 second.
     *
     * @param previous times of the samples before, in milliseconds; that of the sample itself where it is not known
     */
    public static RowTimes between(long[] previous, long[] times) {
        double[] seconds = new double[times.length];
        for (int i = 0; i < times.length; i++) {
            double milliseconds = (double) times[i] - previous[i];
            seconds[i] = milliseconds > 0 ? milliseconds / 1000 : 1;
        }
        return new RowTimes(times, seconds);
    }
}

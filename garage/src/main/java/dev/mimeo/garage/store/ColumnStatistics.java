package dev.mimeo.garage.store;

/**
 * Statistics of the values of a column, available without decoding it.
 *
 * <p>Minimum, maximum and sum are of the values that are neither NULL nor NaN; of a text column there are none, true
 * counts as 1 and false as 0. Infinities count like other values.
 *
 * @param rows all values
 * @param nulls NULLs among them
 * @param nans NaNs among them
 * @param min least value, NaN if there is none
 * @param max greatest value, NaN if there is none
 * @param minLong least value of a column of integers or times, exactly; 0 for other types and where there is none
 * @param maxLong greatest value, likewise
 * @param sum sum in double arithmetic, compensated; 0 if there is no value
 * @param outOfRange values outside the declared range of the column; 0 if none is declared
 */
public record ColumnStatistics(
        int rows, int nulls, int nans, double min, double max, long minLong, long maxLong, double sum, int outOfRange) {

    /** Returns the number of values that are neither NULL nor NaN. */
    public int present() {
        return rows - nulls - nans;
    }
}

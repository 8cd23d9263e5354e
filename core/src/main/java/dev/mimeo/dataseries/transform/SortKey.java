package dev.mimeo.dataseries.transform;

/**
 * A field to sort by.
 *
 * <p>Booleans are ordered false before true, bytes from 0 to 255, numbers by value with negative zero before zero and NaN
 * after everything, strings by their bytes.
 *
 * @param field name of the field
 * @param descending whether the largest value comes first
 * @param nullsFirst whether nulls come before all values, whatever the direction
 */
public record SortKey(String field, boolean descending, boolean nullsFirst) {}

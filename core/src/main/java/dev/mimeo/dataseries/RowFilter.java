package dev.mimeo.dataseries;

/** Chooses rows of extents. For one thread at a time unless an implementation says otherwise. */
@FunctionalInterface
public interface RowFilter {

    /**
     * Chooses rows of an extent.
     *
     * @param rows takes the numbers of the chosen rows, ascending; at least as long as the extent has rows
     * @return how many rows were chosen
     */
    int select(Extent extent, int[] rows);
}

package dev.mimeo.dataseries;

import java.util.List;

/**
 * How much of a file the extents of one type take.
 *
 * @param type the type
 * @param storage how its extents are stored
 * @param columns the fields, in their order; empty where they are not measured
 */
public record TypeStatistics(ExtentType type, StorageStatistics storage, List<FieldStatistics> columns) {

    /** Copies the list. */
    public TypeStatistics {
        columns = List.copyOf(columns);
    }

    /**
     * How large the values of a field are.
     *
     * @param field the field
     * @param unpackedBytes bytes of its values: what they take in the records, a bit for a bool, and the lengths of
     *     strings, each as often as it occurs; without padding and null flags
     */
    public record FieldStatistics(Field field, long unpackedBytes) {}
}

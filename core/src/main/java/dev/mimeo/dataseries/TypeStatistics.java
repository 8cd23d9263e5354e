package dev.mimeo.dataseries;

import java.util.List;

/**
 * Storage that the extents of one type take in a file.
 *
 * @param type the type
 * @param storage storage of its extents
 * @param columns the fields, in their order; empty where they are not measured
 */
public record TypeStatistics(ExtentType type, StorageStatistics storage, List<FieldStatistics> columns) {

    /** Copies the list. */
    public TypeStatistics {
        columns = List.copyOf(columns);
    }

    /**
     * Size of the values of a field.
     *
     * @param field the field
     * @param unpackedBytes bytes of its values: what they take in the records, a bit for a bool, and the lengths of
     *     strings, each as often as it occurs; without padding and null flags
     */
    public record FieldStatistics(Field field, long unpackedBytes) {}
}

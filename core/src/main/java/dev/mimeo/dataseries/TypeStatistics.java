package dev.mimeo.dataseries;

import java.util.List;
import java.util.Map;

/**
 * How much of a file the extents of one type take.
 *
 * @param type the type
 * @param extents number of extents
 * @param rows rows in all of them
 * @param storedBytes bytes as stored, with headers and padding
 * @param unpackedBytes bytes of the records and strings, decompressed
 * @param fixedCodecs how many extents have their records stored by which codec; extents without rows are in none
 * @param variableCodecs how many extents have their strings stored by which codec; extents without strings are in none
 * @param columns the fields, in their order; empty where they are not measured
 */
public record TypeStatistics(
        ExtentType type,
        long extents,
        long rows,
        long storedBytes,
        long unpackedBytes,
        Map<String, Long> fixedCodecs,
        Map<String, Long> variableCodecs,
        List<ColumnStatistics> columns) {

    /** Copies the list; the maps keep their order. */
    public TypeStatistics {
        columns = List.copyOf(columns);
    }

    /** Returns unpacked bytes per stored byte; 0 without extents. */
    public double ratio() {
        return storedBytes == 0 ? 0 : (double) unpackedBytes / storedBytes;
    }

    /**
     * How large the values of a field are.
     *
     * @param field the field
     * @param unpackedBytes bytes of its values: what they take in the records, a bit for a bool, and the lengths of
     *     strings, each as often as it occurs; without padding and null flags
     */
    public record ColumnStatistics(Field field, long unpackedBytes) {}
}

package dev.mimeo.sql;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import org.jspecify.annotations.Nullable;

/**
 * Options of the conversion of tables to DataSeries files.
 *
 * @param type type of the rows; null for the one that the file was exported from, or else one made for its columns
 * @param typeName name of a type that is made; null for the name of the file without its suffix
 * @param writer options for storing extents
 * @param extentBytes unpacked size of extents, at least 1
 */
public record TableImportOptions(
        @Nullable ExtentType type, @Nullable String typeName, WriterOptions writer, long extentBytes) {

    /** Checks the size. */
    public TableImportOptions {
        if (extentBytes < 1) {
            throw new IllegalArgumentException("extent size must be at least 1 byte, got " + extentBytes);
        }
    }
}

package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.GeneralValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The first rows of a stream as values, to show them.
 *
 * @param type the type of the rows
 * @param rows the values of each, in the order of the fields; doubles as they are stored
 * @param more whether there were further rows
 */
public record TableData(ExtentType type, List<List<GeneralValue>> rows, boolean more) {

    /** Copies the list of rows. */
    public TableData {
        rows = List.copyOf(rows);
    }

    /**
     * Reads rows.
     *
     * @param source extents of the type; left open
     * @param maxRows most rows to read, at least 0
     * @throws IllegalArgumentException if {@code maxRows} is negative
     * @throws DataSeriesException if an extent is of another type
     */
    public static TableData read(ExtentType type, ExtentSource source, int maxRows) throws IOException {
        if (maxRows < 0) {
            throw new IllegalArgumentException("number of rows must not be negative, got " + maxRows);
        }
        List<List<GeneralValue>> rows = new ArrayList<>();
        for (Extent extent = source.next(); extent != null; extent = source.next()) {
            if (!extent.type().equals(type)) {
                throw new DataSeriesException(
                        extent.source(),
                        extent.fileOffset(),
                        -1,
                        "rows are of type '" + extent.type().name() + "'",
                        "rows of type '" + type.name() + "' were expected");
            }
            int count = Math.min(extent.rows(), maxRows - rows.size());
            for (int row = 0; row < count; row++) {
                List<GeneralValue> values = new ArrayList<>();
                for (Field field : type.fields()) {
                    values.add(GeneralValue.of(extent, field.index(), row));
                }
                rows.add(List.copyOf(values));
            }
            if (count < extent.rows()) {
                return new TableData(type, rows, true);
            }
        }
        return new TableData(type, rows, false);
    }
}

package dev.mimeo.fuzz;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.VariableColumn;
import java.io.IOException;

/** A file is read to its last value or refused, and neither takes much memory. Checksums would hide all but luck. */
public final class DataSeriesReaderFuzz {

    /** An input of a few thousand bytes may hold some well packed extents. */
    private static final long MAX_ALLOCATED = 256L << 20;

    private DataSeriesReaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        Check.allocates(MAX_ALLOCATED, data.length, () -> read(data));
    }

    private static void read(byte[] data) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.read(data, "fuzz", Checksums.NONE)) {
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                readAll(reader.read(entry.offset()));
            }
        } catch (DataSeriesException e) {
            Check.oneLine(e);
        }
    }

    /** Reads all columns. */
    static void readAll(Extent extent) {
        for (Field field : extent.type().fields()) {
            int index = field.index();
            switch (field.type()) {
                case BOOL -> extent.booleans(index);
                case BYTE -> extent.bytes(index);
                case INT32 -> extent.ints(index);
                case INT64 -> extent.longs(index);
                case DOUBLE -> extent.doubles(index);
                case FIXEDWIDTH -> extent.fixedWidths(index);
                case VARIABLE32 -> {
                    VariableColumn column = extent.variables(index);
                    for (int row = 0; row < extent.rows(); row++) {
                        int end = column.offset(row) + column.length(row);
                        Check.that(end <= column.array().length, "string of row %d ends at %d", row, end);
                    }
                }
            }
            if (field.nullable()) {
                extent.nulls(index);
            }
        }
    }
}

package dev.mimeo.scan;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.FixedWidthColumn;
import dev.mimeo.dataseries.VariableColumn;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the values of one field of a trace, one after the other without anything between; nulls give nothing. */
final class FieldReader implements ObjectReader {
    private final DataSeriesReader reader;
    private final ExtentSource extents;
    private final int field;
    private final boolean variable;

    private @Nullable Extent extent;
    private int row;
    private int done; // bytes of the value of the row that were given out

    private FieldReader(DataSeriesReader reader, String typePattern, String fieldName) throws IOException {
        this.reader = reader;
        ExtentType type = reader.type(typePattern);
        if (!type.hasField(fieldName)) {
            throw new MimeoException(Reason.UNSUPPORTED, "type '" + type.name() + "' has no field '" + fieldName + "'");
        }
        this.field = type.indexOf(fieldName);
        FieldType fieldType = type.fields().get(field).type();
        if (fieldType != FieldType.VARIABLE32 && fieldType != FieldType.FIXEDWIDTH) {
            throw new MimeoException(
                    Reason.UNSUPPORTED,
                    "field '" + fieldName + "' of type '" + type.name() + "' holds no byte strings but "
                            + fieldType.xmlName());
        }
        this.variable = fieldType == FieldType.VARIABLE32;
        this.extents = reader.extents(type.name(), 1);
    }

    /** Opens a field of a DataSeries file. */
    static ObjectReader open(Path file, String typePattern, String fieldName) throws IOException {
        DataSeriesReader reader = DataSeriesReader.open(file);
        try {
            return new FieldReader(reader, typePattern, fieldName);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        int read = 0;
        while (read < length) {
            Extent current = extent;
            if (current == null || row == current.rows()) {
                extent = extents.next();
                row = 0;
                done = 0;
                if (extent == null) {
                    break;
                }
            } else {
                read += copy(current, data, offset + read, length - read);
            }
        }
        return read;
    }

    /** Copies values of the extent until the room or the extent ends. */
    private int copy(Extent current, byte[] data, int offset, int room) {
        VariableColumn strings = variable ? current.variables(field) : null;
        FixedWidthColumn opaque = strings == null ? current.fixedWidths(field) : null;
        int copied = 0;
        while (copied < room && row < current.rows()) {
            int size = 0;
            int start = 0;
            byte[] array = data;
            if (!current.isNull(field, row)) {
                if (strings != null) {
                    array = strings.array();
                    start = strings.offset(row);
                    size = strings.length(row);
                } else if (opaque != null) {
                    array = opaque.array();
                    start = opaque.offset(row);
                    size = opaque.width();
                }
            }
            int count = Math.min(size - done, room - copied);
            System.arraycopy(array, start + done, data, offset + copied, count);
            copied += count;
            done += count;
            if (done == size) {
                row++;
                done = 0;
            }
        }
        return copied;
    }

    @Override
    public void close() throws IOException {
        try {
            extents.close();
        } finally {
            reader.close();
        }
    }
}

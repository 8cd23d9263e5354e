package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnSchema;
import org.jspecify.annotations.Nullable;

/** Takes values of inputs for what the column of their counter is. */
final class Cells {

    private Cells() {}

    /**
     * Sets a value.
     *
     * @param type type of the column; FLOAT64 for all kinds of numbers
     * @param singlePrecision whether doubles become floats
     * @return null if the value is not one of that type
     */
    static ColumnBuilder.@Nullable Outcome set(
            ColumnBuilder column,
            int row,
            ColumnSchema.Type type,
            boolean singlePrecision,
            CellKind kind,
            long bits,
            @Nullable String text) {
        return switch (type) {
            case TEXT -> column.set(row, text != null ? text : bits == 0 ? "false" : "true");
            case BOOL -> {
                if (text == null) {
                    yield column.set(row, type, bits);
                }
                yield TableCounter.isTruth(text) ? column.set(row, type, text.equalsIgnoreCase("true") ? 1 : 0) : null;
            }
            case TIMESTAMP -> {
                TimeText time = text == null ? TimeText.ofWholeMillis(bits) : TimeText.parse(text);
                yield time == null ? null : column.set(row, type, time.millis());
            }
            default ->
                switch (kind) {
                    case WHOLE -> column.set(row, ColumnSchema.Type.INT64, bits);
                    case FLOAT32 -> column.set(row, ColumnSchema.Type.FLOAT32, bits);
                    case FLOAT64 ->
                        singlePrecision
                                ? column.set(row, ColumnSchema.Type.FLOAT32, single(bits))
                                : column.set(row, ColumnSchema.Type.FLOAT64, bits);
                    default -> null;
                };
        };
    }

    private static long single(long bits) {
        return Float.floatToRawIntBits((float) Double.longBitsToDouble(bits)) & 0xffffffffL;
    }
}

package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnType;
import dev.mimeo.garage.store.ColumnValues;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Values of a column as they come, row by row; what is not set is NULL. For one thread at a time. */
final class ColumnBuilder {

    private final ColumnType type;
    private final BitSet present = new BitSet();
    private float[] floats = {};
    private double[] doubles = {};
    private long[] longs = {};
    private boolean[] booleans = {};
    private String[] texts = {};

    ColumnBuilder(ColumnType type) {
        this.type = type;
    }

    ColumnType type() {
        return type;
    }

    /** Returns whether no value was set. */
    boolean isEmpty() {
        return present.isEmpty();
    }

    /** Takes a value of the current row of a result. */
    void set(int row, ResultSet source, int column) throws SQLException {
        switch (type) {
            case FLOAT32 -> {
                float value = source.getFloat(column);
                if (!source.wasNull()) {
                    floats = floats.length > row ? floats : Arrays.copyOf(floats, grown(row));
                    floats[row] = value;
                    present.set(row);
                }
            }
            case FLOAT64 -> {
                double value = source.getDouble(column);
                if (!source.wasNull()) {
                    set(row, value);
                }
            }
            case INT64, TIMESTAMP -> {
                long value = source.getLong(column);
                if (!source.wasNull()) {
                    set(row, value);
                }
            }
            case BOOL -> {
                boolean value = source.getBoolean(column);
                if (!source.wasNull()) {
                    booleans = booleans.length > row ? booleans : Arrays.copyOf(booleans, grown(row));
                    booleans[row] = value;
                    present.set(row);
                }
            }
            case TEXT -> {
                @Nullable String value = source.getString(column);
                if (value != null) {
                    set(row, value);
                }
            }
        }
    }

    void set(int row, long value) {
        longs = longs.length > row ? longs : Arrays.copyOf(longs, grown(row));
        longs[row] = value;
        present.set(row);
    }

    void set(int row, double value) {
        doubles = doubles.length > row ? doubles : Arrays.copyOf(doubles, grown(row));
        doubles[row] = value;
        present.set(row);
    }

    void set(int row, String value) {
        if (texts.length <= row) {
            int from = texts.length;
            texts = Arrays.copyOf(texts, grown(row));
            Arrays.fill(texts, from, texts.length, "");
        }
        texts[row] = value;
        present.set(row);
    }

    private static int grown(int row) {
        return Math.max(1_024, row * 2);
    }

    /** Returns the values of the rows up to a number of them. */
    ColumnValues build(int rows) {
        long[] nulls = ColumnValues.nulls(rows, row -> !present.get(row));
        return switch (type) {
            case FLOAT32 -> ColumnValues.ofFloats(Arrays.copyOf(floats, rows), nulls);
            case FLOAT64 -> ColumnValues.ofDoubles(Arrays.copyOf(doubles, rows), nulls);
            case INT64 -> ColumnValues.ofLongs(Arrays.copyOf(longs, rows), nulls);
            case TIMESTAMP -> ColumnValues.ofTimes(Arrays.copyOf(longs, rows), nulls);
            case BOOL -> ColumnValues.ofBooleans(Arrays.copyOf(booleans, rows), nulls);
            case TEXT -> {
                String[] copy = Arrays.copyOf(texts, rows);
                Arrays.fill(copy, Math.min(rows, texts.length), rows, "");
                yield ColumnValues.ofTexts(copy, nulls);
            }
        };
    }
}

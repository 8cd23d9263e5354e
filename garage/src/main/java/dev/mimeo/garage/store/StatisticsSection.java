package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.ByteSink;
import dev.mimeo.garage.internal.codec.ByteSource;
import java.util.List;
import java.util.zip.DataFormatException;

/**
 * The statistics of columns that have a chunk; those of the others follow from the directory.
 *
 * <p>Of each: numbers of NULLs, of NaNs and of values out of range; unless there is no value, or the column is text, least
 * and greatest value, as float32, float64 or numbers of variable size, and the sum as float64.
 */
final class StatisticsSection {

    private StatisticsSection() {}

    static void write(ColumnSchema.Type type, ColumnStatistics statistics, ByteSink out) {
        out.writeVariable(statistics.nulls());
        out.writeVariable(statistics.nans());
        out.writeVariable(statistics.outOfRange());
        if (statistics.present() == 0 || type == ColumnSchema.Type.TEXT) {
            return;
        }
        switch (type) {
            case FLOAT32 -> {
                out.writeInt(Float.floatToRawIntBits((float) statistics.min()));
                out.writeInt(Float.floatToRawIntBits((float) statistics.max()));
            }
            case FLOAT64, BOOL -> {
                out.writeLong(Double.doubleToRawLongBits(statistics.min()));
                out.writeLong(Double.doubleToRawLongBits(statistics.max()));
            }
            case INT64, TIMESTAMP -> {
                out.writeSigned(statistics.minLong());
                out.writeSigned(statistics.maxLong());
            }
            case TEXT -> {}
        }
        out.writeLong(Double.doubleToRawLongBits(statistics.sum()));
    }

    /** Returns the statistics of all columns of all tables. */
    static ColumnStatistics[][] read(ByteSource in, List<TableSchema> tables, BlockDirectory directory)
            throws DataFormatException {
        ColumnStatistics[][] all = new ColumnStatistics[tables.size()][];
        for (int table = 0; table < all.length; table++) {
            TableSchema schema = tables.get(table);
            all[table] = new ColumnStatistics[schema.columns().size()];
            for (int column = 0; column < all[table].length; column++) {
                all[table][column] = directory.hasChunks(table, column)
                        ? read(in, schema.columns().get(column).type(), schema.rows())
                        : derive(schema, table, column, directory);
            }
        }
        if (in.remaining() != 0) {
            throw new DataFormatException("expected the end, found " + in.remaining() + " bytes more");
        }
        return all;
    }

    private static ColumnStatistics read(ByteSource in, ColumnSchema.Type type, int rows) throws DataFormatException {
        int nulls = in.readCount(rows);
        int nans = in.readCount(rows - nulls);
        int outOfRange = in.readCount(rows - nulls - nans);
        if (nulls + nans == rows || type == ColumnSchema.Type.TEXT) {
            return new ColumnStatistics(rows, nulls, nans, Double.NaN, Double.NaN, 0, 0, 0, outOfRange);
        }
        if (type.isLong()) {
            long min = in.readSigned();
            long max = in.readSigned();
            return new ColumnStatistics(
                    rows, nulls, nans, min, max, min, max, Double.longBitsToDouble(in.readLong()), outOfRange);
        }
        double min = type == ColumnSchema.Type.FLOAT32
                ? Float.intBitsToFloat(in.readInt())
                : Double.longBitsToDouble(in.readLong());
        double max = type == ColumnSchema.Type.FLOAT32
                ? Float.intBitsToFloat(in.readInt())
                : Double.longBitsToDouble(in.readLong());
        return new ColumnStatistics(
                rows, nulls, nans, min, max, 0, 0, Double.longBitsToDouble(in.readLong()), outOfRange);
    }

    private static ColumnStatistics derive(TableSchema schema, int table, int column, BlockDirectory directory) {
        StatisticsCounter counter = new StatisticsCounter(schema.columns().get(column));
        ColumnSchema.Type type = schema.columns().get(column).type();
        for (int block = 0; block < schema.blocks(); block++) {
            int entry = directory.entry(table, column, block);
            int rows = schema.blockRows(block);
            if (directory.kind(entry) == BlockDirectory.Kind.NULL) {
                counter.addNulls(rows);
            } else if (directory.kind(entry) == BlockDirectory.Kind.SERVER) {
                counter.addTexts(rows);
            } else if (type == ColumnSchema.Type.FLOAT32) {
                counter.add(Float.intBitsToFloat((int) directory.value(entry)), rows);
            } else if (type == ColumnSchema.Type.FLOAT64) {
                counter.add(Double.longBitsToDouble(directory.value(entry)), rows);
            } else {
                counter.add(directory.value(entry), rows);
            }
        }
        return counter.statistics();
    }
}

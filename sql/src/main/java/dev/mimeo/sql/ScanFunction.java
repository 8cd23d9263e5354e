package dev.mimeo.sql;

import dev.mimeo.dataseries.Extent;
import java.io.IOException;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;

/**
 * The function of the engine that reads a table: {@code mimeo_scan(NUMBER)}. Of the columns only those that the query
 * uses are decoded. Called by any thread of the engine.
 */
final class ScanFunction implements DuckDBTableFunction<TypeTable, TableScan, TableScan.Cursor> {

    static final String NAME = "mimeo_scan";

    private final Engine engine;
    private final boolean direct;

    ScanFunction(Engine engine, boolean direct) {
        this.engine = engine;
        this.direct = direct;
    }

    @Override
    public TypeTable bind(DuckDBTableFunctionBindInfo info) throws IOException {
        try {
            TypeTable table = engine.table(info.getParameter(0).getInt());
            for (TraceColumn column : table.columns()) {
                info.addResultColumn(column.name(), column.vectorType());
            }
            info.setCardinality(table.rows(), false);
            return table;
        } catch (RuntimeException | Error e) {
            throw engine.failed(e);
        }
    }

    @Override
    public TableScan init(DuckDBTableFunctionInitInfo info) throws IOException {
        try {
            TypeTable table = info.getBindData();
            int[] fields = new int[Math.toIntExact(info.getColumnCount())];
            for (int i = 0; i < fields.length; i++) {
                long column = info.getColumnIndex(i);
                // The engine may ask for a column that is not in the table where only rows are counted.
                boolean known = column >= 0 && column < table.columns().size();
                fields[i] = known ? (int) column : -1;
            }
            info.setMaxThreads(engine.threads());
            return engine.scan(table, fields);
        } catch (RuntimeException | Error e) {
            throw engine.failed(e);
        }
    }

    @Override
    public TableScan.Cursor localInit(DuckDBTableFunctionInitInfo info) {
        return new TableScan.Cursor(new VectorWriter(direct));
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter output) throws IOException {
        try {
            TypeTable table = info.getBindData();
            TableScan scan = info.getInitData();
            TableScan.Cursor cursor = info.getLocalInitData();
            Extent extent = cursor.extent(scan);
            if (extent == null) {
                return 0;
            }
            int vectors = Math.toIntExact(output.columnCount());
            int rows = (int) Math.min(output.capacity(), extent.rows() - cursor.row());
            for (int i = 0; i < vectors; i++) {
                if (scan.field(i) >= 0) {
                    rows = VectorWriter.limit(
                            table.columns().get(scan.field(i)),
                            extent,
                            cursor.row(),
                            rows,
                            engine.memory().batchBytes());
                }
            }
            long stringBytes = 0;
            for (int i = 0; i < vectors; i++) {
                if (scan.field(i) >= 0) {
                    stringBytes +=
                            VectorWriter.stringBytes(table.columns().get(scan.field(i)), extent, cursor.row(), rows);
                }
            }
            engine.memory().require(stringBytes);
            for (int i = 0; i < vectors; i++) {
                if (scan.field(i) >= 0) {
                    TraceColumn column = table.columns().get(scan.field(i));
                    if (!cursor.writer().write(column, extent, cursor.row(), rows, output.vector(i))) {
                        throw notText(column, extent);
                    }
                }
            }
            cursor.advance(rows);
            return rows;
        } catch (IOException | RuntimeException | Error e) {
            throw engine.failed(e);
        }
    }

    private static SqlException notText(TraceColumn column, Extent extent) {
        String name = column.field().name();
        return new SqlException(
                extent.source() + ": field '" + name + "' has values that are not UTF-8 text, in the extent"
                        + " at byte " + extent.fileOffset() + ": read it as bytes with `binaryFields` " + name
                        + ", or all such fields with `binaryFields` '*'");
    }

    /** Type of the number of a table. */
    static DuckDBColumnType parameterType() {
        return DuckDBColumnType.INTEGER;
    }
}

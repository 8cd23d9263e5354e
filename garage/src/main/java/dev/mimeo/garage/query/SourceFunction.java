package dev.mimeo.garage.query;

import dev.mimeo.garage.store.ColumnSchema;
import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;

/**
 * The function of the engine that reads the table in a slot: {@code mimeo_source(NUMBER)}. Of the columns only those that the
 * query uses are decoded. Called by the threads of all connections, each for its own slots.
 */
final class SourceFunction implements DuckDBTableFunction<SourceSlot, SourceScan, Object> {

    static final String NAME = "mimeo_source";

    private final IntFunction<SourceSlot> slots;

    /** @param slots thread-safe */
    SourceFunction(IntFunction<SourceSlot> slots) {
        this.slots = slots;
    }

    @Override
    public SourceSlot bind(DuckDBTableFunctionBindInfo info) throws IOException {
        SourceSlot slot = slots.apply(info.getParameter(0).getInt());
        try {
            TableSource source = slot.source();
            for (ColumnSchema column : source.columns()) {
                info.addResultColumn(column.name(), engineType(column.type()));
            }
            info.setCardinality(source.rows(), true);
            return slot;
        } catch (RuntimeException | Error e) {
            throw slot.failed(e);
        }
    }

    @Override
    public SourceScan init(DuckDBTableFunctionInitInfo info) throws IOException {
        SourceSlot slot = info.getBindData();
        try {
            TableSource source = slot.source();
            List<ColumnSchema> columns = source.columns();
            int vectors = Math.toIntExact(info.getColumnCount());
            int[] wanted = new int[vectors];
            for (int i = 0; i < vectors; i++) {
                long column = info.getColumnIndex(i);
                // The engine may ask for a column that is not in the table where only rows are counted.
                wanted[i] = column >= 0 && column < columns.size() ? (int) column : -1;
            }
            info.setMaxThreads(1);
            return new SourceScan(slot, wanted);
        } catch (RuntimeException | Error e) {
            throw slot.failed(e);
        }
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter output) throws IOException {
        SourceScan scan = info.getInitData();
        try {
            return scan.next(output);
        } catch (IOException | RuntimeException | Error e) {
            throw scan.slot().failed(e);
        }
    }

    static DuckDBColumnType parameterType() {
        return DuckDBColumnType.INTEGER;
    }

    private static DuckDBColumnType engineType(ColumnSchema.Type type) {
        return switch (type) {
            case FLOAT32 -> DuckDBColumnType.FLOAT;
            case FLOAT64 -> DuckDBColumnType.DOUBLE;
            case INT64 -> DuckDBColumnType.BIGINT;
            case TIMESTAMP -> DuckDBColumnType.TIMESTAMP;
            case BOOL -> DuckDBColumnType.BOOLEAN;
            case TEXT -> DuckDBColumnType.VARCHAR;
        };
    }
}

package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.integrations.spark.ExtentPartition.ExtentRange;
import dev.mimeo.integrations.spark.ExtentPartition.FileExtents;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Reads the extents of a task, each as one batch, without copying its columns. For one thread. */
final class ExtentReader implements PartitionReader<ColumnarBatch> {

    private final String typeName;
    private final List<TableColumn> columns;
    private final Configuration configuration;
    private final Iterator<FileExtents> places;
    private final ArrayDeque<Extent> ready = new ArrayDeque<>();
    private Iterator<ExtentRange> extents = List.<ExtentRange>of().iterator();
    private @Nullable DataSeriesReader reader;
    private int[] fields = {};
    private @Nullable ColumnarBatch batch;
    private long extentsRead;
    private long bytesRead;

    ExtentReader(String typeName, List<TableColumn> columns, Configuration configuration, List<FileExtents> places) {
        this.configuration = configuration;
        this.typeName = typeName;
        this.columns = columns;
        this.places = places.iterator();
    }

    @Override
    public boolean next() throws IOException {
        while (ready.isEmpty()) {
            if (!extents.hasNext()) {
                if (!places.hasNext()) {
                    return false;
                }
                open(places.next());
            }
            read();
        }
        Extent extent = ready.remove();
        ColumnVector[] vectors = new ColumnVector[fields.length];
        for (int i = 0; i < fields.length; i++) {
            vectors[i] = ExtentColumn.of(extent, fields[i], columns.get(i));
        }
        batch = new ColumnarBatch(vectors, extent.rows());
        return true;
    }

    private void open(FileExtents place) throws IOException {
        close();
        DataSeriesReader opened = InputFiles.open(place.file(), configuration);
        reader = opened;
        ExtentType type = opened.type(typeName);
        fields = columns.stream()
                .mapToInt(column -> type.indexOf(column.fieldName()))
                .toArray();
        extents = place.extents().iterator();
    }

    private void read() throws IOException {
        DataSeriesReader from = reader;
        if (from == null || !extents.hasNext()) {
            return;
        }
        // Two at a time, as their checksums are computed side by side.
        long first = nextOffset();
        if (extents.hasNext()) {
            ready.addAll(from.read(first, nextOffset(), fields));
        } else {
            ready.add(from.read(first, fields));
        }
    }

    private long nextOffset() {
        ExtentRange extent = extents.next();
        extentsRead++;
        bytesRead += extent.bytes();
        return extent.offset();
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return new CustomTaskMetric[] {
            new TraceMetrics.ExtentsRead().of(extentsRead), new TraceMetrics.ExtentBytes().of(bytesRead)
        };
    }

    @Override
    public ColumnarBatch get() {
        if (batch == null) {
            throw new IllegalStateException("not at a batch");
        }
        return batch;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}

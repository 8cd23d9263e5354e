package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** Reads some columns of the extents that a plan chose. */
final class DataSeriesScan implements Batch, SupportsReportStatistics {

    private final ScanPlanner planner;
    private final String typeName;
    private final List<TableColumn> columns;
    private @Nullable PartitionPlan plan;

    DataSeriesScan(ScanPlanner planner, String typeName, List<TableColumn> columns) {
        this.planner = planner;
        this.typeName = typeName;
        this.columns = columns;
    }

    private synchronized PartitionPlan plan() {
        PartitionPlan known = plan;
        if (known == null) {
            try {
                known = planner.plan(SparkSession.active().sparkContext().defaultParallelism());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            plan = known;
        }
        return known;
    }

    @Override
    public StructType readSchema() {
        return TableColumn.schema(columns);
    }

    @Override
    public String description() {
        PartitionPlan known = plan();
        return "mimeo " + typeName + " columns="
                + columns.stream().map(TableColumn::name).toList() + " extents=" + known.extents() + "/"
                + known.allExtents();
    }

    @Override
    public Statistics estimateStatistics() {
        long bytes = plan().bytes();
        return new Statistics() {
            @Override
            public OptionalLong sizeInBytes() {
                return OptionalLong.of(bytes);
            }

            @Override
            public OptionalLong numRows() {
                return OptionalLong.empty();
            }
        };
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return new CustomMetric[] {
            new TraceMetrics.ExtentsRead(), new TraceMetrics.ExtentsSkipped(), new TraceMetrics.ExtentBytes()
        };
    }

    @Override
    public CustomTaskMetric[] reportDriverMetrics() {
        PartitionPlan known = plan();
        return new CustomTaskMetric[] {new TraceMetrics.ExtentsSkipped().of(known.allExtents() - known.extents())};
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
        return ColumnarSupportMode.SUPPORTED;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return plan().partitions().toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext());
        return new ExtentReaderFactory(
                typeName, columns, context.broadcast(new SerializableConfiguration(context.hadoopConfiguration())));
    }

    /**
     * Opens the readers of tasks.
     *
     * @param typeName name of the type
     * @param columns columns to read
     * @param configuration configuration of Hadoop
     */
    private record ExtentReaderFactory(
            String typeName, List<TableColumn> columns, Broadcast<SerializableConfiguration> configuration)
            implements PartitionReaderFactory {

        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            throw new UnsupportedOperationException("DataSeries files are read in batches");
        }

        @Override
        public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
            return new ExtentReader(
                    typeName, columns, configuration.value().value(), ((ExtentPartition) partition).places());
        }

        @Override
        public boolean supportColumnarReads(InputPartition partition) {
            return true;
        }
    }
}

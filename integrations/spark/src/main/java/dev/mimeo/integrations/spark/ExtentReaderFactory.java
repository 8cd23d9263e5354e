package dev.mimeo.integrations.spark;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Opens the readers of tasks.
 *
 * @param typeName name of the type
 * @param columns columns to read
 */
record ExtentReaderFactory(String typeName, List<TableColumn> columns) implements PartitionReaderFactory {

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        throw new UnsupportedOperationException("DataSeries files are read in batches");
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        return new ExtentReader(typeName, columns, ((ExtentPartition) partition).places());
    }

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return true;
    }
}

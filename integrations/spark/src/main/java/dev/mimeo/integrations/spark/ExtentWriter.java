package dev.mimeo.integrations.spark;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.spark.internal.io.FileCommitProtocol;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import org.apache.spark.internal.io.FileNameSpec;
import org.apache.spark.internal.io.SparkHadoopWriterUtils;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * Writes the rows of a task to a file. Of the tasks without rows, only the first writes a file, so that readers find the columns. Not
 * thread-safe.
 */
final class ExtentWriter implements DataWriter<InternalRow> {

    private static final int MAX_BYTE = 255;

    private final Factory factory;
    private final boolean first;
    private final ExtentType type;
    private final TaskAttemptContext context;
    private final int[] fields;
    private final double[] bases;
    private @Nullable HadoopOutput file;
    private @Nullable DataSeriesWriter writer;
    private @Nullable ExtentOutput output;

    /**
     * Opens the writers of tasks.
     *
     * @param committer gives files their names
     * @param configuration configuration of the job
     * @param jobTracker name of the job for the committer
     * @param typeXml the type of the rows
     * @param columns columns of the rows, in their order
     * @param options options of the write
     */
    record Factory(
            FileCommitProtocol committer,
            SerializableConfiguration configuration,
            String jobTracker,
            String typeXml,
            List<TableColumn> columns,
            WriteOptions options)
            implements DataWriterFactory {

        @Override
        public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
            try {
                return new ExtentWriter(this, partitionId, taskId);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** @param task what the committer keeps about the task */
    record Committed(TaskCommitMessage task) implements WriterCommitMessage {}

    private ExtentWriter(Factory factory, int partition, long task) throws IOException {
        this.factory = factory;
        this.first = partition == 0;
        this.type = ExtentType.parse(factory.typeXml);
        List<TableColumn> columns = factory.columns;
        this.fields = columns.stream()
                .mapToInt(column -> type.indexOf(column.fieldName()))
                .toArray();
        List<Field> all = type.fields();
        this.bases = new double[fields.length];
        for (int i = 0; i < fields.length; i++) {
            bases[i] = all.get(fields[i]).doubleBase();
        }
        this.context = context(factory, partition, task);
        factory.committer.setupTask(context);
    }

    private static TaskAttemptContext context(Factory factory, int partition, long task) {
        TaskID id = new TaskID(SparkHadoopWriterUtils.createJobID(factory.jobTracker, 0), TaskType.MAP, partition);
        TaskAttemptID attempt = new TaskAttemptID(id, (int) (task & Integer.MAX_VALUE));
        Configuration configuration = new Configuration(factory.configuration.value());
        configuration.set("mapreduce.job.id", id.getJobID().toString());
        configuration.set("mapreduce.task.id", id.toString());
        configuration.set("mapreduce.task.attempt.id", attempt.toString());
        configuration.setBoolean("mapreduce.task.ismap", true);
        configuration.setInt("mapreduce.task.partition", partition);
        return new TaskAttemptContextImpl(configuration, attempt);
    }

    private ExtentOutput output() throws IOException {
        ExtentOutput known = output;
        if (known == null) {
            Path name =
                    new Path(factory.committer.newTaskTempFile(context, Option.empty(), new FileNameSpec("", ".ds")));
            HadoopOutput created = HadoopOutput.ofTask(name, context.getConfiguration());
            file = created;
            DataSeriesWriter opened =
                    DataSeriesWriter.create(created.channel(), List.of(type), factory.options.writer());
            writer = opened;
            known = new ExtentOutput(opened, type, factory.options.extentBytes());
            output = known;
        }
        return known;
    }

    @Override
    public void write(InternalRow row) throws IOException {
        ExtentBuilder builder = output().addRow();
        for (int i = 0; i < fields.length; i++) {
            if (row.isNullAt(i)) {
                builder.setNull(fields[i]);
            } else {
                put(row, i, builder);
            }
        }
    }

    private void put(InternalRow row, int column, ExtentBuilder builder) throws IOException {
        int field = fields[column];
        TableColumn target = factory.columns.get(column);
        switch (target.type()) {
            case BOOL -> builder.setBoolean(field, row.getBoolean(column));
            case BYTE -> builder.setByte(field, unsignedByte(row.getShort(column), target));
            case INT32 -> builder.setInt(field, row.getInt(column));
            case INT64 -> builder.setLong(field, row.getLong(column));
            case DOUBLE -> {
                double value = row.getDouble(column);
                builder.setDouble(field, bases[column] == 0 ? value : value - bases[column]);
            }
            case VARIABLE32, FIXEDWIDTH ->
                builder.setBytes(
                        field,
                        target.binary()
                                ? row.getBinary(column)
                                : row.getUTF8String(column).getBytes());
        }
    }

    private static int unsignedByte(short value, TableColumn column) throws IOException {
        if (value < 0 || value > MAX_BYTE) {
            throw new MimeoException(
                    Reason.UNSUPPORTED,
                    "column '" + column.name() + "' has " + value
                            + ", and a field of type byte holds 0 to 255: cast the column to INT");
        }
        return value;
    }

    @Override
    public WriterCommitMessage commit() throws IOException {
        if (first) {
            output();
        }
        if (output != null && writer != null && file != null) {
            output.close();
            writer.close();
            file.commit();
        }
        return new Committed(factory.committer.commitTask(context));
    }

    @Override
    public void abort() throws IOException {
        try {
            if (writer != null) {
                writer.abort();
            }
        } finally {
            try {
                if (file != null) {
                    file.close();
                }
            } finally {
                factory.committer.abortTask(context);
            }
        }
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return new CustomTaskMetric[] {
            new TraceMetrics.ExtentsWritten().of(output == null ? 0 : output.extents()),
            new TraceMetrics.FileBytes().of(writer == null ? 0 : writer.sizeBytes())
        };
    }

    @Override
    public void close() {
        // Spark has committed or aborted the task.
    }
}

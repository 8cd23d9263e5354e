package dev.mimeo.integrations.spark;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.internal.io.FileCommitProtocol;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A write of rows to a folder, one file per task. When all tasks are done, the committer that Spark is configured with gives the files
 * their names, as for the formats of Spark. Files that are replaced are removed after that. Used by the driver.
 */
final class DataSeriesWrite implements Write, BatchWrite {

    private final WriteOptions options;
    private final Path folder;
    private final ExtentType type;
    private final List<TableColumn> columns;
    private final List<Path> replaced;
    private final String id;
    private final Job job;
    private final FileCommitProtocol committer;

    private DataSeriesWrite(
            WriteOptions options,
            Path folder,
            ExtentType type,
            List<TableColumn> columns,
            List<Path> replaced,
            Configuration configuration)
            throws IOException {
        this.options = options;
        this.folder = folder;
        this.type = type;
        this.columns = columns;
        this.replaced = replaced;
        this.id = UUID.randomUUID().toString();
        this.job = Job.getInstance(OutputCommitters.configure(folder, configuration));
        job.setOutputKeyClass(Void.class);
        job.setOutputValueClass(InternalRow.class);
        FileOutputFormat.setOutputPath(job, folder);
        // The committers of S3A distinguish jobs by this name.
        job.getConfiguration().set("spark.sql.sources.writeJobUUID", id);
        this.committer = protocol(id, folder.toString());
    }

    /** Returns the protocol that Spark is configured with; in place of Spark's own one, that which suits all committers. */
    private static FileCommitProtocol protocol(String id, String folder) {
        String name = SparkSession.active().conf().get("spark.sql.sources.commitProtocolClass");
        return name.equals(SQLHadoopMapReduceCommitProtocol.class.getName())
                ? new WorkPathCommitProtocol(id, folder)
                : FileCommitProtocol.instantiate(name, id, folder, false);
    }

    /**
     * Plans a write.
     *
     * @param overwrite whether the files of the folder are replaced
     * @param schema columns of the rows, in their order
     * @throws IllegalArgumentException if the folder is a file, no type is named for a new folder, or the columns cannot be written or
     *     differ from those of the files in the folder
     */
    static DataSeriesWrite plan(WriteOptions options, boolean overwrite, StructType schema, Configuration configuration)
            throws IOException {
        Path path = HadoopFiles.path(options.folder());
        FileSystem files = HadoopFiles.of(path, configuration);
        Path folder = files.makeQualified(path);
        List<Path> existing = existing(files, folder);
        ExtentType known = existing.isEmpty() ? null : typeOf(existing.get(0), options, overwrite, configuration);
        List<TableColumn> columns = known == null ? List.of() : TableColumn.of(known.fields(), options.binary());
        boolean isNew = known == null || !TableColumn.isSame(TableColumn.schema(columns), schema);
        if (known == null || isNew) {
            if (known != null && !overwrite) {
                throw new IllegalArgumentException(folder + " has files with columns "
                        + TableColumn.schema(columns).toDDL() + ", and rows with columns " + schema.toDDL()
                        + " cannot be appended");
            }
            if (options.type() == null) {
                throw new IllegalArgumentException(
                        "no type named: give option 'type' a name for the type of the rows, such as 'Trace::NFS'");
            }
            known = TableColumn.typeOf(options.type(), schema);
            columns = TableColumn.of(known.fields(), options.binary());
        }
        // A new type has the fields in the order of the columns, even if the names of these differ only in letter case.
        List<TableColumn> ordered = isNew ? columns : inOrder(columns, schema.fieldNames());
        return new DataSeriesWrite(options, folder, known, ordered, overwrite ? existing : List.of(), configuration);
    }

    private static List<TableColumn> inOrder(List<TableColumn> columns, String[] names) {
        Map<String, TableColumn> byName =
                columns.stream().collect(Collectors.toMap(TableColumn::name, Function.identity()));
        return Stream.of(names).map(byName::get).toList();
    }

    private static List<Path> existing(FileSystem files, Path folder) throws IOException {
        try {
            if (!files.getFileStatus(folder).isDirectory()) {
                throw new IllegalArgumentException(folder + ": is a file; rows are written to a folder");
            }
        } catch (FileNotFoundException e) {
            return List.of();
        }
        return HadoopFiles.below(files, folder).stream().map(Path::new).toList();
    }

    /** Returns the type of the rows of a file; null if the file is replaced and does not have the type or cannot be read. */
    private static @Nullable ExtentType typeOf(
            Path file, WriteOptions options, boolean overwrite, Configuration configuration) throws IOException {
        try (DataSeriesReader reader = HadoopFiles.open(file.toString(), configuration)) {
            return reader.type(options.type() == null ? "*" : options.type());
        } catch (DataSeriesException e) {
            if (overwrite) {
                return null;
            }
            throw e;
        }
    }

    @Override
    public String description() {
        return "mimeo " + type.name() + " " + folder;
    }

    /** Returns the name of the write in the log of Spark. */
    @Override
    public String toString() {
        return description();
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return new CustomMetric[] {new TraceMetrics.ExtentsWritten(), new TraceMetrics.FileBytes()};
    }

    @Override
    public BatchWrite toBatch() {
        return this;
    }

    /** Returns false, because the committer asks the coordinator itself. */
    @Override
    public boolean useCommitCoordinator() {
        return false;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        committer.setupJob(job);
        return new ExtentWriter.Factory(
                committer,
                new SerializableConfiguration(job.getConfiguration()),
                id.replace("-", ""),
                type.xml(),
                columns,
                options);
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        List<TaskCommitMessage> tasks = new ArrayList<>();
        for (WriterCommitMessage message : messages) {
            tasks.add(((ExtentWriter.Committed) message).task());
        }
        committer.commitJob(job, CollectionConverters.asScala(tasks).toSeq());
        try {
            FileSystem files = HadoopFiles.of(folder, job.getConfiguration());
            for (Path file : replaced) {
                if (!files.delete(file, false) && files.exists(file)) {
                    throw MimeoException.of(
                            file, Reason.UNSUPPORTED, "cannot be removed, and the rows that replace it are there");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        committer.abortJob(job);
    }
}

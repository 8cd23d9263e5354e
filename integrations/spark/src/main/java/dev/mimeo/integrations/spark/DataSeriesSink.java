package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The sink behind {@link DataSeriesSource}: a table that rows are written to. Spark creates it by its class name; programs write to
 * format {@code mimeo} instead.
 */
public final class DataSeriesSink implements TableProvider {

    /** Used by Spark. */
    public DataSeriesSink() {}

    /**
     * Writes rows to a folder.
     *
     * @param options options of the write, as {@link WriteOptions} parses them
     * @throws IllegalArgumentException if an option is wrong, the columns cannot be written, or the mode refuses the folder
     */
    static void write(Dataset<Row> rows, SaveMode mode, Map<String, String> options) {
        WriteOptions parsed = WriteOptions.of(options);
        boolean mustBeNew = mode == SaveMode.ErrorIfExists || mode == SaveMode.Ignore;
        if (mustBeNew && exists(HadoopFiles.path(parsed.folder()))) {
            if (mode == SaveMode.Ignore) {
                return;
            }
            throw new IllegalArgumentException(
                    parsed.folder() + ": exists; write to another folder, or with mode append or overwrite");
        }
        rows.write()
                .format(DataSeriesSink.class.getName())
                .options(options)
                .mode(mode == SaveMode.Overwrite ? mode : SaveMode.Append)
                .save();
    }

    private static boolean exists(Path folder) {
        try {
            return HadoopFiles.of(folder, configuration()).exists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Configuration configuration() {
        return SparkSession.active().sparkContext().hadoopConfiguration();
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        throw new UnsupportedOperationException("read from format 'mimeo'");
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new SinkTable(schema);
    }

    /** @param rowSchema columns of the rows that are written */
    private record SinkTable(StructType rowSchema) implements SupportsWrite {

        @Override
        public String name() {
            return "mimeo";
        }

        @Override
        @SuppressWarnings({"deprecation", "RedundantSuppression"}) // the other form is not there in all lines of Spark
        public StructType schema() {
            return rowSchema;
        }

        @Override
        public Set<TableCapability> capabilities() {
            return EnumSet.of(TableCapability.BATCH_WRITE, TableCapability.TRUNCATE, TableCapability.ACCEPT_ANY_SCHEMA);
        }

        @Override
        public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
            return new SinkBuilder(info);
        }
    }

    /** Plans the write once Spark has said whether files are replaced. */
    private static final class SinkBuilder implements SupportsTruncate {

        private final LogicalWriteInfo info;
        private boolean overwrite;

        SinkBuilder(LogicalWriteInfo info) {
            this.info = info;
        }

        @Override
        public WriteBuilder truncate() {
            overwrite = true;
            return this;
        }

        @Override
        public Write build() {
            try {
                return DataSeriesWrite.plan(
                        WriteOptions.of(info.options().asCaseSensitiveMap()),
                        overwrite,
                        info.schema(),
                        configuration());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

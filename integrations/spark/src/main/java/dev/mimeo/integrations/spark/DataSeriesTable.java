package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table over files that need not be there before they are read. */
final class DataSeriesTable implements SupportsRead, SupportsWrite {

    private final CaseInsensitiveStringMap options;
    private final StructType schema;

    DataSeriesTable(CaseInsensitiveStringMap options, StructType schema) {
        this.options = options;
        this.schema = schema;
    }

    @Override
    public String name() {
        return "mimeo " + options.getOrDefault("path", "");
    }

    @Override
    @SuppressWarnings({"deprecation", "RedundantSuppression"}) // the other form is not there in all lines of Spark
    public StructType schema() {
        return schema;
    }

    /** Spark knows all four modes of a write only for sources of version 1, which hand it to {@link DataSeriesSink}. */
    @Override
    public Set<TableCapability> capabilities() {
        return EnumSet.of(TableCapability.BATCH_READ, TableCapability.V1_BATCH_WRITE, TableCapability.TRUNCATE);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
        Configuration configuration = SparkSession.active().sparkContext().hadoopConfiguration();
        try {
            return new DataSeriesScanBuilder(
                    TraceRows.open(ReadOptions.of(with(readOptions)), schema, configuration), configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new InsertBuilder(with(info.options()));
    }

    /** Returns the options of the table, and in their place those of a query or a write of its rows. */
    private CaseInsensitiveStringMap with(CaseInsensitiveStringMap own) {
        Map<String, String> all = new HashMap<>(options.asCaseSensitiveMap());
        own.asCaseSensitiveMap().forEach((name, value) -> {
            all.keySet().removeIf(name::equalsIgnoreCase);
            all.put(name, value);
        });
        return new CaseInsensitiveStringMap(all);
    }

    /** Writes rows that SQL inserts. */
    private static final class InsertBuilder implements SupportsTruncate {

        private final CaseInsensitiveStringMap options;
        private SaveMode mode = SaveMode.Append;

        InsertBuilder(CaseInsensitiveStringMap options) {
            this.options = options;
        }

        @Override
        public WriteBuilder truncate() {
            mode = SaveMode.Overwrite;
            return this;
        }

        @Override
        public V1Write build() {
            return () -> (rows, overwrite) -> DataSeriesSink.write(rows, mode, options.asCaseSensitiveMap());
        }
    }

    /** Learns which columns and rows a query wants. Filters only choose extents; Spark applies them to the rows. */
    private static final class DataSeriesScanBuilder
            implements ScanBuilder, SupportsPushDownRequiredColumns, SupportsPushDownFilters {

        private final TraceRows rows;
        private final Configuration configuration;
        private List<TableColumn> wanted;
        private Filter[] filters = {};

        DataSeriesScanBuilder(TraceRows rows, Configuration configuration) {
            this.rows = rows;
            this.configuration = configuration;
            this.wanted = rows.columns();
        }

        @Override
        public void pruneColumns(StructType required) {
            Set<String> names =
                    Stream.of(required.fields()).map(StructField::name).collect(Collectors.toSet());
            wanted = rows.columns().stream()
                    .filter(column -> names.contains(column.name()))
                    .toList();
        }

        @Override
        public Filter[] pushFilters(Filter[] pushed) {
            filters = pushed.clone();
            return pushed;
        }

        @Override
        public Filter[] pushedFilters() {
            return rows.options().index() == null ? new Filter[0] : filters.clone();
        }

        @Override
        public Scan build() {
            return new DataSeriesScan(
                    new ScanPlanner(rows, configuration, FilterBounds.of(filters, rows.columns())),
                    rows.typeName(),
                    wanted);
        }
    }
}

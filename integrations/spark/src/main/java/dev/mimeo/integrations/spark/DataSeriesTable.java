package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The rows of one type in some files. */
final class DataSeriesTable implements SupportsRead {

    private final ReadOptions options;
    private final List<Path> files;
    private final String typeName;
    private final List<TableColumn> columns;

    private DataSeriesTable(ReadOptions options, List<Path> files, String typeName, List<TableColumn> columns) {
        this.options = options;
        this.files = files;
        this.typeName = typeName;
        this.columns = columns;
    }

    /** @throws IOException if an input stands for no file, or the first file cannot be read or does not have the type */
    static DataSeriesTable open(ReadOptions options) throws IOException {
        List<Path> files = InputFiles.list(options.inputs());
        try (DataSeriesReader reader = DataSeriesReader.open(files.get(0))) {
            ExtentType type = reader.type(options.type());
            return new DataSeriesTable(options, files, type.name(), TableColumn.of(type.fields(), options.binary()));
        }
    }

    @Override
    public String name() {
        return "mimeo " + typeName;
    }

    @Override
    @SuppressWarnings({"deprecation", "RedundantSuppression"}) // the other form is not there in all lines of Spark
    public StructType schema() {
        return DataTypes.createStructType(
                columns.stream().map(TableColumn::schemaField).toArray(StructField[]::new));
    }

    @Override
    public Set<TableCapability> capabilities() {
        return EnumSet.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
        return new DataSeriesScanBuilder(options, files, typeName, columns);
    }

    /** Learns which columns and rows a query wants. Filters only choose extents; Spark applies them to the rows. */
    private static final class DataSeriesScanBuilder
            implements ScanBuilder, SupportsPushDownRequiredColumns, SupportsPushDownFilters {

        private final ReadOptions options;
        private final List<Path> files;
        private final String typeName;
        private final List<TableColumn> all;
        private List<TableColumn> wanted;
        private Filter[] filters = {};

        DataSeriesScanBuilder(ReadOptions options, List<Path> files, String typeName, List<TableColumn> columns) {
            this.options = options;
            this.files = files;
            this.typeName = typeName;
            this.all = columns;
            this.wanted = columns;
        }

        @Override
        public void pruneColumns(StructType required) {
            Set<String> names =
                    Stream.of(required.fields()).map(StructField::name).collect(Collectors.toSet());
            wanted =
                    all.stream().filter(column -> names.contains(column.name())).toList();
        }

        @Override
        public Filter[] pushFilters(Filter[] pushed) {
            filters = pushed.clone();
            return pushed;
        }

        @Override
        public Filter[] pushedFilters() {
            return options.index() == null ? new Filter[0] : filters.clone();
        }

        @Override
        public Scan build() {
            return new DataSeriesScan(
                    new ScanPlanner(options, files, typeName, all, FilterBounds.of(filters, all)), typeName, wanted);
        }
    }
}

package dev.mimeo.integrations.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Learns which columns and rows a query wants. Filters only choose extents; Spark applies them to the rows. */
final class DataSeriesScanBuilder implements ScanBuilder, SupportsPushDownRequiredColumns, SupportsPushDownFilters {

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
        Set<String> names = Stream.of(required.fields()).map(StructField::name).collect(Collectors.toSet());
        wanted = all.stream().filter(column -> names.contains(column.name())).toList();
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
                new ScanPlanner(options, files, typeName, all, ValueBounds.of(filters, all)), typeName, wanted);
    }
}

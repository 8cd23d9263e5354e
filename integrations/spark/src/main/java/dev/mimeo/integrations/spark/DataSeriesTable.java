package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
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
}

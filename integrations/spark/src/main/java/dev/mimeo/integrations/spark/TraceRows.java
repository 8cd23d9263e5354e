package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.StructType;

/**
 * The rows of one type in some files.
 *
 * @param options options of the read
 * @param files absolute paths and addresses, as {@link InputFiles} lists them
 * @param typeName name of the type; where there are no files, the pattern of the options
 * @param columns columns of the first file
 */
record TraceRows(ReadOptions options, List<String> files, String typeName, List<TableColumn> columns) {

    /** @throws IOException if an input stands for no file, or the first file cannot be read or does not have the type */
    static TraceRows open(ReadOptions options, Configuration configuration) throws IOException {
        List<String> files = InputFiles.list(options.inputs(), configuration);
        try (DataSeriesReader reader = InputFiles.open(files.get(0), configuration)) {
            ExtentType type = reader.type(options.type());
            return new TraceRows(options, files, type.name(), TableColumn.of(type.fields(), options.binary()));
        }
    }

    /**
     * Opens a table whose columns are known. A single folder without files is a table without rows.
     *
     * @throws IllegalArgumentException if the files have other columns
     */
    static TraceRows open(ReadOptions options, StructType schema, Configuration configuration) throws IOException {
        TraceRows rows;
        try {
            rows = open(options, configuration);
        } catch (NoSuchFileException e) {
            if (options.inputs().size() > 1
                    || !InputFiles.isFolder(options.inputs().get(0), configuration)) {
                throw e;
            }
            return new TraceRows(
                    options,
                    List.of(),
                    options.type(),
                    TableColumn.of(TableColumn.typeOf(options.type(), schema).fields(), options.binary()));
        }
        if (!TableColumn.isSame(rows.schema(), schema)) {
            throw new IllegalArgumentException(rows.files.get(0) + " has columns "
                    + rows.schema().toDDL() + ", but the table has " + schema.toDDL());
        }
        return rows;
    }

    /** Returns the columns as a schema of Spark. */
    StructType schema() {
        return TableColumn.schema(columns);
    }
}

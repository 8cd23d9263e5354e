package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code mimeo}: rows of one type of DataSeries files as a table of Spark SQL, to read.
 *
 * <pre>{@code
 * spark.read().format("mimeo").option("type", "Trace::NFS::common").load("traces/*.ds")
 * }</pre>
 *
 * <p>Inputs are files, folders (all files below that end in {@code .ds}) and patterns with {@code *}, <code>**</code>,
 * {@code ?}, {@code [..]} and <code>{..}</code>. Options:
 *
 * <ul>
 *   <li>{@code type}: name of the type, or a part of it that no other type has; may be left out where the files have one type
 *   <li>{@code binary}: names of {@code variable32} fields that are binary, with commas between them, or {@code *}; fields that are
 *       printed in hexadecimal always are, the others are strings
 *   <li>{@code index}: a min-max index over the files, as {@code dsextentindex} makes it; extents in which no row can pass the
 *       filters of a query are not read
 *   <li>{@code splitBytes}: most stored bytes of the extents of a task, 32 MiB by default; an extent is never cut
 * </ul>
 *
 * <p>A {@code bool} is boolean, a {@code byte} (0 to 255) smallint, {@code int32} int, {@code int64} bigint, {@code double} double
 * with its {@code opt_doublebase} added, {@code fixedwidth} binary. All columns may be null. Strings are the bytes of the file,
 * whether they are UTF-8 or not. Where names differ in nothing but letter case, later ones get {@code _1} and so on. The first
 * file decides the columns; the others must have them with the same types.
 *
 * <p>Rows come in the order of the names of the inputs and of the rows in them, as long as nothing in the query changes that. Only
 * columns that are used are decoded. Checksums are verified; a damaged extent fails its task with the file and the place.
 */
public final class DataSeriesSource implements TableProvider, DataSourceRegister {

    /** Used by Spark. */
    public DataSeriesSource() {}

    @Override
    public String shortName() {
        return "mimeo";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return open(options).schema();
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return open(new CaseInsensitiveStringMap(properties));
    }

    private static DataSeriesTable open(CaseInsensitiveStringMap options) {
        try {
            return DataSeriesTable.open(ReadOptions.of(options));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The data source {@code mimeo}: rows of one type of DataSeries files as a table of Spark SQL, to read and to write.
 *
 * <pre>{@code
 * spark.read().format("mimeo").option("type", "Trace::NFS::common").load("traces/*.ds")
 * }</pre>
 *
 * <p>Inputs are in mounted file systems or, with their address, in those of Hadoop. They are files, folders (all visible files below
 * that end in {@code .ds}) and patterns with {@code *}, <code>**</code>, {@code ?}, {@code [..]} and <code>{..}</code>. Options:
 *
 * <ul>
 *   <li>{@code type}: name of the type, or a part of it that no other type has; may be left out where the files have one type
 *   <li>{@code binary}: names of {@code variable32} fields that are binary, with commas between them, or {@code *}; fields that are
 *       printed in hexadecimal always are, the others are strings
 *   <li>{@code index}: a min-max index over the files, as {@code dsextentindex} makes it; extents in which no row can pass the
 *       filters of a query are not read; its relative names are beside it if it has an address
 *   <li>{@code indexTimes}: {@code compare} (the default) reads files as a whole if their times are not those in the index;
 *       {@code ignore} is for copies of the indexed files, such as in an object store
 *   <li>{@code splitBytes}: most stored bytes of the extents of a task, 32 MiB by default; an extent is never cut
 * </ul>
 *
 * <p>A {@code bool} is boolean, a {@code byte} (0 to 255) smallint, {@code int32} int, {@code int64} bigint, {@code double} double
 * with its {@code opt_doublebase} added, {@code fixedwidth} binary. All columns may be null. Strings are the bytes of the file,
 * whether they are UTF-8 or not. Where names differ in nothing but letter case, later ones get {@code _1} and so on. The first
 * file decides the columns; the others must have them with the same types.
 *
 * <p>Writes ({@code df.write().format("mimeo").option("type", name).save(folder)}, or INSERT) make one file per task, in all four
 * modes. Columns become fields as above the other way round, strings and binaries {@code variable32}; others are refused. If the
 * folder has files of the type with the same columns, the rows get that very type. Further options: {@code compression}, codecs with
 * commas between them ({@code zlib:6}); {@code extentBytes}, unpacked size of extents (64k).
 *
 * <p>Rows come in the order of the names of the inputs and of the rows in them, as long as nothing in the query changes that. Only
 * columns that are used are decoded. Checksums are verified; a damaged extent fails its task with the file and the place.
 */
public final class DataSeriesSource implements TableProvider, DataSourceRegister, CreatableRelationProvider {

    /** Used by Spark. */
    public DataSeriesSource() {}

    @Override
    public String shortName() {
        return "mimeo";
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        try {
            return TraceRows.open(
                            ReadOptions.of(options),
                            SparkSession.active().sparkContext().hadoopConfiguration())
                    .schema();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        if (partitioning.length > 0) {
            throw new IllegalArgumentException("'mimeo' has no partitions: leave out partitionBy or PARTITIONED BY");
        }
        return new DataSeriesTable(new CaseInsensitiveStringMap(properties), schema);
    }

    @Override
    public BaseRelation createRelation(
            SQLContext context,
            SaveMode mode,
            scala.collection.immutable.Map<String, String> options,
            Dataset<Row> rows) {
        DataSeriesSink.write(rows, mode, CollectionConverters.asJava(options));
        StructType schema = rows.schema();
        return new BaseRelation() {
            @Override
            public SQLContext sqlContext() {
                return context;
            }

            @Override
            public StructType schema() {
                return schema;
            }
        };
    }
}

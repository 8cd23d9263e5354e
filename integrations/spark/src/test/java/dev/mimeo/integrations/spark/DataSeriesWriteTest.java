package dev.mimeo.integrations.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.dataseries.DataSeriesReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
@Tag("slow")
final class DataSeriesWriteTest {

    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = LocalSpark.session();
    }

    /** Returns rows of all types that fields have. */
    private static Dataset<Row> rows(int from, int to) {
        return spark.range(from, to, 1, 3)
                .selectExpr(
                        "id",
                        "if(id % 7 = 0, null, id % 3 = 0) AS flag",
                        "if(id % 7 = 0, null, CAST(id % 256 AS SMALLINT)) AS small",
                        "if(id % 7 = 0, null, CAST(-id AS INT)) AS number",
                        "if(id % 7 = 0, null, CASE WHEN id % 5 = 0 THEN DOUBLE('NaN') ELSE -id / 3D END) AS share",
                        "if(id % 7 = 0, null, repeat('\u00e4\u20ac', CAST(id % 4 AS INT))) AS `a name <&\">`",
                        "if(id % 7 = 0, null, encode(CAST(id AS STRING), 'UTF-16')) AS raw");
    }

    private Dataset<Row> read(Path from) {
        return spark.read().format("mimeo").load(from.toString());
    }

    private static List<String> text(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(TestTraces::text).toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".ds")).sorted().toList();
        }
    }

    @Test
    void rowsAreReadBackByTheLibraryAndBySparkInAllModes() throws IOException {
        Path out = folder.resolve("out");
        Dataset<Row> rows = rows(0, 1000);
        rows.write()
                .format("mimeo")
                .option("type", "Test::Written")
                .option("extentBytes", "4k")
                .save(out.toString());
        assertThat(files(out)).hasSize(3);
        assertThat(read(out).schema().toDDL())
                .isEqualTo(rows.schema().asNullable().toDDL());
        assertThat(text(read(out))).isEqualTo(text(rows));
        List<String> library = new ArrayList<>();
        for (Path file : files(out)) {
            library.addAll(TestTraces.rows(file, "Test::Written"));
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                assertThat(reader.index()).hasSizeGreaterThan(4);
            }
        }
        assertThat(library)
                .isEqualTo(
                        text(rows.withColumn("a name <&\">", col("a name <&\">").cast("BINARY"))));

        assertThatThrownBy(
                        () -> rows.write().format("mimeo").option("type", "T").save(out.toString()))
                .hasMessageContaining("exists");
        rows.write().format("mimeo").mode("ignore").save(out.toString());
        assertThat(files(out)).hasSize(3);

        rows(1000, 1010).write().format("mimeo").mode("append").save(out.toString());
        assertThat(read(out)
                        .orderBy("id")
                        .selectExpr("count(*)", "min(id)", "max(id)")
                        .first()
                        .mkString(" "))
                .isEqualTo("1010 0 1009");
        rows(5, 9).write().format("mimeo").mode("overwrite").save(out.toString());
        assertThat(text(read(out))).isEqualTo(text(rows(5, 9)));
        assertThatThrownBy(() ->
                        spark.range(3).write().format("mimeo").mode("append").save(out.toString()))
                .hasMessageContaining("cannot be appended");
        // A job may replace the files that it reads, and change their type.
        read(out)
                .select("id")
                .write()
                .format("mimeo")
                .option("type", "Other")
                .mode("overwrite")
                .save(out.toString());
        assertThat(text(read(out))).containsExactly("5", "6", "7", "8");
        spark.range(0).toDF().write().format("mimeo").mode("overwrite").save(out.toString());
        assertThat(read(out).count()).isZero();
    }

    @Test
    void appendedRowsGetTheTypeOfTheFiles() throws IOException {
        TestTraces.write(folder.resolve("a.ds"), TestTraces.ALL_TYPES, 2, 50, TestTraces::fill);
        List<String> rows = TestTraces.rows(folder.resolve("a.ds"), "*");
        read(folder).coalesce(1).write().format("mimeo").mode("append").save(folder.toString());
        List<Path> files = files(folder);
        assertThat(files).hasSize(2);
        assertThat(TestTraces.rows(files.get(1), "*")).isEqualTo(rows);
        try (DataSeriesReader reader = DataSeriesReader.open(files.get(1))) {
            assertThat(reader.types()).containsExactly(TestTraces.ALL_TYPES);
        }
        assertThatThrownBy(() -> read(folder)
                        .withColumn("key", lit(new byte[4]))
                        .write()
                        .format("mimeo")
                        .mode("append")
                        .save(folder.toString()))
                .rootCause()
                .hasMessageContaining("'key' takes 5 bytes");
        assertThatThrownBy(() -> read(folder)
                        .withColumn("small", lit(-1).cast("SMALLINT"))
                        .write()
                        .format("mimeo")
                        .mode("append")
                        .save(folder.toString()))
                .rootCause()
                .hasMessageContaining("'small' has -1");
        assertThat(files(folder)).hasSize(2);
    }

    @Test
    void aFailedTaskLeavesNothingAndReplacesNothing() throws IOException {
        Path out = folder.resolve("out");
        Dataset<Row> broken = rows(0, 1000)
                .withColumn(
                        "number",
                        when(col("id").equalTo(900), raise_error(lit("broken"))).otherwise(col("number")));
        assertThatThrownBy(
                        () -> broken.write().format("mimeo").option("type", "T").save(out.toString()))
                .hasStackTraceContaining("broken");
        try (Stream<Path> left = Files.walk(out)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
        rows(0, 3).write().format("mimeo").option("type", "T").mode("append").save(out.toString());
        List<Path> before = files(out);
        assertThatThrownBy(
                        () -> broken.write().format("mimeo").mode("overwrite").save(out.toString()))
                .hasStackTraceContaining("broken");
        assertThat(files(out)).isEqualTo(before);
    }

    @Test
    void filesAreWrittenWhereACommitterWantsThem() throws IOException {
        // That of ABFS and GCS; it works on any file system.
        String factory = "mapreduce.outputcommitter.factory.scheme.file";
        String committer = "org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory";
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        assumeThat(configuration.getClassByNameOrNull(committer))
                .as("this version of Hadoop has no manifest committer")
                .isNotNull();
        configuration.set(factory, committer);
        try {
            aFailedTaskLeavesNothingAndReplacesNothing();
            Path out = folder.resolve("committed");
            rows(0, 9).write().format("mimeo").option("type", "T").save(out.toString());
            assertThat(out.resolve("_SUCCESS")).content().contains("ManifestCommitter");
            assertThat(text(read(out))).isEqualTo(text(rows(0, 9)));
        } finally {
            configuration.unset(factory);
        }
    }

    @Test
    void viewsOfSqlAreQueried() {
        Path out = folder.resolve("out");
        rows(0, 9).write().format("mimeo").option("type", "T").save(out.toString());
        spark.sql("CREATE TEMPORARY VIEW shown USING mimeo OPTIONS (path '" + out + "')");
        try {
            assertThat(text(spark.sql("SELECT count(*), max(number) FROM shown WHERE id > 6")))
                    .isEqualTo(text(rows(7, 9).selectExpr("count(*)", "max(number)")));
        } finally {
            spark.sql("DROP VIEW shown");
        }
    }

    @Test
    void tablesOfSqlAreCreatedFilledAndReplaced() {
        assumeThat(spark.version())
                .as("Spark 3.5 has no tables of such sources")
                .doesNotStartWith("3.");
        Path out = folder.resolve("numbers");
        String warehouse = folder.resolve("table").toString();
        spark.sql("CREATE TABLE numbers USING mimeo OPTIONS (type 'Numbers') LOCATION '" + out
                + "' AS SELECT id AS number, CAST(id AS STRING) AS name FROM range(10)");
        try {
            spark.sql("INSERT INTO numbers VALUES (10, 'ten')");
            assertThat(text(spark.sql("SELECT name FROM numbers WHERE number > 8 ORDER BY number")))
                    .hasSize(2)
                    .endsWith("ten");
            spark.sql("INSERT OVERWRITE numbers SELECT id, null FROM range(3)");
            assertThat(text(spark.sql("SELECT * FROM numbers ORDER BY 1")))
                    .containsExactly("0|null", "1|null", "2|null");
            spark.sql("CREATE TABLE seen USING mimeo OPTIONS (path '" + out + "')");
            assertThat(text(spark.sql("SELECT count(*) FROM seen"))).containsExactly("3");
            assertThat(spark.sql("EXPLAIN SELECT name FROM seen WHERE number = 1")
                            .first()
                            .getString(0))
                    .contains("mimeo Numbers columns=[number, name] extents=2/2");
            spark.sql(
                    "CREATE TABLE declared (number BIGINT, name STRING) USING mimeo OPTIONS (type 'Declared') LOCATION '"
                            + warehouse + "'");
            assertThatThrownBy(() -> spark.sql("SELECT * FROM declared").count())
                    .hasMessageContaining(warehouse);
            spark.sql("INSERT INTO declared TABLE seen");
            assertThat(text(spark.sql("SELECT sum(number) FROM declared"))).containsExactly("3");
            assertThatThrownBy(() -> spark.sql("CREATE TABLE wrong (name INT) USING mimeo LOCATION '" + out + "'")
                            .sparkSession()
                            .table("wrong")
                            .count())
                    .hasMessageContaining("has columns");
        } finally {
            for (String table : List.of("numbers", "seen", "declared", "wrong")) {
                spark.sql("DROP TABLE IF EXISTS " + table);
            }
        }
    }

    /** Spark distinguishes such names only if it is told to; read back, they have numbers. */
    @Test
    void columnsWhoseNamesDifferInLetterCaseKeepTheirValues() throws IOException {
        Path out = folder.resolve("out");
        spark.conf().set("spark.sql.caseSensitive", true);
        try {
            Dataset<Row> rows = spark.range(3).selectExpr("id AS a", "id * 10 AS A", "CAST(id AS STRING) AS b");
            rows.write().format("mimeo").option("type", "T").save(out.toString());
            assertThat(read(out).columns()).containsExactly("a", "A_1", "b");
            assertThat(text(read(out))).isEqualTo(text(rows));
            read(out)
                    .select("b", "A_1", "a")
                    .write()
                    .format("mimeo")
                    .mode("append")
                    .save(out.toString());
            assertThat(text(read(out).distinct().orderBy("a"))).isEqualTo(text(rows));
            assertThat(read(out).count()).isEqualTo(6);
        } finally {
            spark.conf().unset("spark.sql.caseSensitive");
        }
    }

    @Test
    void framesAreSavedAsTables() {
        assumeThat(spark.version())
                .as("Spark 3.5 has no tables of such sources")
                .doesNotStartWith("3.");
        Path out = folder.resolve("saved here");
        try {
            rows(0, 9)
                    .write()
                    .format("mimeo")
                    .option("type", "Saved")
                    .option("path", out.toString())
                    .saveAsTable("saved");
            assertThat(text(spark.table("saved"))).isEqualTo(text(rows(0, 9)));
            rows(9, 12).write().format("mimeo").mode("append").saveAsTable("saved");
            assertThat(text(spark.table("saved").orderBy("id"))).isEqualTo(text(rows(0, 12)));
            assertThat(spark.read()
                            .option("splitBytes", 1)
                            .table("saved")
                            .javaRDD()
                            .getNumPartitions())
                    .isEqualTo(6);
            assertThatThrownBy(() -> spark.read()
                            .option("type", "No::Such")
                            .table("saved")
                            .count())
                    .hasMessageContaining("No::Such");
        } finally {
            spark.sql("DROP TABLE IF EXISTS saved");
        }
    }

    @Test
    void columnsThatNoFieldHoldsAreRefusedWithARemedy() {
        Path out = folder.resolve("out");
        for (String[] expected : new String[][] {
            {"CAST(1 AS TINYINT)", "cast it to INT"},
            {"CAST(1 AS FLOAT)", "DOUBLE"},
            {"current_date()", "unix_date"},
            {"current_timestamp()", "unix_micros"},
            {"CAST(1 AS DECIMAL(10, 2))", "DECIMAL(10,2)"},
            {"array(1)", "to_json"}
        }) {
            assertThatThrownBy(() -> spark.range(1)
                            .selectExpr(expected[0] + " AS x")
                            .write()
                            .format("mimeo")
                            .option("type", "T")
                            .save(out.toString()))
                    .hasMessageContaining("column 'x'")
                    .hasMessageContaining(expected[1]);
        }
        assertThatThrownBy(() -> spark.range(1).write().format("mimeo").save(out.toString()))
                .hasMessageContaining("option 'type'");
        assertThatThrownBy(() -> spark.range(1)
                        .write()
                        .format("mimeo")
                        .option("type", "T")
                        .partitionBy("id")
                        .save(out.toString()))
                .hasMessageContaining("partitionBy");
        assertThatThrownBy(() -> spark.range(1)
                        .write()
                        .format("mimeo")
                        .option("type", "T")
                        .option("compression", "none such")
                        .save(out.toString()))
                .hasMessageContaining("none such");
        assertThatThrownBy(() -> spark.range(1)
                        .write()
                        .format("mimeo")
                        .option("type", "T")
                        .option("extentBytes", "large")
                        .save(out.toString()))
                .hasMessage("option 'extentBytes' is not a size: large: give a number, or one with a unit such as 64k");
        assertThat(out).doesNotExist();
    }
}

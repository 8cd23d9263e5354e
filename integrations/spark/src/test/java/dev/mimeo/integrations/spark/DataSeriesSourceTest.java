package dev.mimeo.integrations.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
@Tag("slow")
final class DataSeriesSourceTest {

    private static final Pattern COLUMNS = Pattern.compile("columns=(\\[[^\\]]*\\])");

    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = LocalSpark.session();
    }

    private static DataFrameReader mimeo() {
        return spark.read().format("mimeo");
    }

    private static List<String> rows(Dataset<Row> table) {
        return table.collectAsList().stream().map(TestTraces::text).toList();
    }

    private static String plan(Dataset<Row> table, Pattern wanted) {
        Matcher matcher = wanted.matcher(table.queryExecution().executedPlan().toString());
        assertThat(matcher.find()).as(table.queryExecution().toString()).isTrue();
        return matcher.group(1);
    }

    private static long metric(Dataset<Row> table, String name) {
        return table.queryExecution()
                .executedPlan()
                .collectLeaves()
                .head()
                .metrics()
                .apply(name)
                .value();
    }

    private Path trace(String name, int extents) throws IOException {
        return TestTraces.write(folder.resolve(name), TestTraces.ALL_TYPES, extents, 50, TestTraces::fill);
    }

    @Test
    void columnsAreThoseOfTheExtentType() throws IOException {
        Dataset<Row> table = mimeo().load(trace("a.ds", 1).toString());
        assertThat(Stream.of(table.schema().fields()).map(StructField::toDDL))
                .containsExactly(
                        "flag BOOLEAN",
                        "small SMALLINT",
                        "number INT",
                        "time BIGINT",
                        "share DOUBLE",
                        "plain DOUBLE",
                        "name STRING",
                        "raw BINARY",
                        "key BINARY",
                        "NUMBER_1 INT");
        assertThat(mimeo().option("binary", "name")
                        .load(folder.toString())
                        .schema()
                        .apply("name")
                        .toDDL())
                .isEqualTo("name BINARY");
    }

    @Test
    void rowsAreThoseOfTheLibraryInTheirOrderInOneTaskOrMany() throws IOException {
        trace("b.ds", 7);
        trace("a.ds", 3);
        List<String> expected = new ArrayList<>(TestTraces.rows(folder.resolve("a.ds"), "*"));
        expected.addAll(TestTraces.rows(folder.resolve("b.ds"), "*"));
        for (long split : new long[] {1, 4_000, 1L << 30}) {
            Dataset<Row> table =
                    mimeo().option("binary", "*").option("splitBytes", split).load(folder.toString());
            assertThat(rows(table)).isEqualTo(expected);
            if (split == 1) {
                assertThat(table.rdd().getNumPartitions()).isEqualTo(10);
            }
        }
        assertThat(mimeo().load(folder + "/*.ds")
                        .select("name")
                        .limit(2)
                        .collectAsList()
                        .get(1)
                        .getString(0))
                .isEqualTo("name 1 \u00e4\u20ac");
        assertThat(rows(mimeo().option("binary", "*").load(folder + "/b.ds", folder + "/a.ds")))
                .hasSize(500)
                .startsWith(TestTraces.rows(folder.resolve("b.ds"), "*").get(0))
                .endsWith(TestTraces.rows(folder.resolve("a.ds"), "*").get(149));
    }

    @Test
    void onlyColumnsThatAreUsedAreRead() throws IOException {
        trace("a.ds", 4);
        Dataset<Row> two =
                mimeo().load(folder.toString()).filter(col("small").gt(250)).select("time");
        assertThat(plan(two, COLUMNS)).isEqualTo("[small, time]");
        Dataset<Row> table = mimeo().load(folder.toString());
        assertThat(table.count()).isEqualTo(200);
        assertThat(plan(table.groupBy().count(), COLUMNS)).isEqualTo("[]");
        assertThat(table.groupBy("flag").count().count()).isEqualTo(3);
        assertThat(table.filter(col("number").isNull()).count()).isEqualTo(29);
    }

    @Test
    void anIndexSparesExtentsAndNoRowIsLost() throws IOException {
        List<String> files =
                List.of(trace("a.ds", 20).toString(), trace("b.ds", 20).toString());
        Path index = index(files, "time,small,plain,name,share");
        List<Column> conditions = List.of(
                col("time").lt(1_000_000_000_000L + 99 * 1_000_003L),
                col("time").equalTo(1_000_000_000_000L + 500 * 1_000_003L),
                col("time").isin(1_000_000_000_000L, 1_000_000_000_000L + 60 * 1_000_003L),
                col("small").between(252, 255).and(col("flag")),
                col("plain").gt(-20.0),
                col("plain").lt(-320.0),
                col("plain").equalTo(0.0),
                col("share").equalTo(1000.25),
                col("name").startsWith("name 99"),
                col("name").equalTo("none"),
                col("time")
                        .gt(1_000_000_000_000L + 400 * 1_000_003L)
                        .or(col("small").equalTo(3)));
        List<String> read = List.of(
                "4 of 40",
                "2 of 40",
                "4 of 40",
                "6 of 40",
                "40 of 40",
                "2 of 40",
                "2 of 40",
                "40 of 40",
                "18 of 40",
                "0 of 40",
                "40 of 40");
        for (int i = 0; i < conditions.size(); i++) {
            Dataset<Row> without =
                    mimeo().option("binary", "raw").load(folder + "/?.ds").filter(conditions.get(i));
            Dataset<Row> with = mimeo().option("index", index.toString())
                    .load(folder + "/?.ds")
                    .filter(conditions.get(i));
            assertThat(rows(with)).as("%s", conditions.get(i)).isEqualTo(rows(without));
            assertThat(TraceIndexes.extentsRead(with))
                    .as("%s", conditions.get(i))
                    .isEqualTo(read.get(i));
        }
    }

    /** Conditions of all kinds, on the files with an index and on their rows in memory. */
    @Test
    void randomConditionsFindTheRowsOfAFullScan() throws IOException {
        List<String> files =
                List.of(trace("a.ds", 12).toString(), trace("b.ds", 3).toString());
        Path index = index(files, "flag,small,number,time,plain,share,name");
        Dataset<Row> indexed =
                mimeo().option("index", index.toString()).load(folder + "/?.ds").drop("raw", "key");
        Dataset<Row> scanned = mimeo().load(folder + "/?.ds").drop("raw", "key");
        Dataset<Row> inMemory = spark.createDataFrame(scanned.collectAsList(), scanned.schema());
        long seed = 20261129;
        Random random = new Random(seed);
        int spared = 0;
        for (int i = 0; i < 80; i++) {
            String condition = condition(random, 2);
            Dataset<Row> found = indexed.filter(condition);
            assertThat(rows(found)).as("%s, seed %s", condition, seed).isEqualTo(rows(inMemory.filter(condition)));
            // Spark reads nothing where no row can pass, whatever the index says.
            String plan = found.queryExecution().executedPlan().toString();
            spared += plan.contains("extents=") && !plan.contains("extents=15/15") ? 1 : 0;
        }
        assertThat(spared).isGreaterThan(10);
    }

    /** Returns a condition in SQL on columns of {@link TestTraces#ALL_TYPES}. */
    private static String condition(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            String both = "(" + condition(random, depth - 1) + (random.nextBoolean() ? " AND " : " OR ")
                    + condition(random, depth - 1) + ")";
            return random.nextInt(5) == 0 ? "NOT " + both : both;
        }
        String column = List.of("flag", "small", "number", "time", "plain", "share", "name")
                .get(random.nextInt(7));
        return switch (random.nextInt(8)) {
            case 0 -> column + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            case 1 -> column + " IN (" + constant(column, random) + ", " + constant(column, random) + ", NULL)";
            case 2 -> column + " BETWEEN " + constant(column, random) + " AND " + constant(column, random);
            case 3 -> column + " <=> " + constant(column, random);
            case 4 -> "CAST(" + column + " AS STRING) LIKE '" + random.nextInt(10) + "%'";
            default ->
                column
                        + List.of(" = ", " < ", " <= ", " > ", " >= ", " <> ").get(random.nextInt(6))
                        + constant(column, random);
        };
    }

    private static String constant(String column, Random random) {
        int row = random.nextInt(750);
        return switch (column) {
            case "flag" -> Boolean.toString(random.nextBoolean());
            case "small" -> Integer.toString(random.nextInt(300) - 20);
            case "number" -> row * 0x9e3779b1 + "";
            case "time" -> Long.toString(1_000_000_000_000L + row * 1_000_003L);
            case "name" -> "'name " + row % 100 + (random.nextBoolean() ? "" : " \u00e4\u20ac") + "'";
            default ->
                random.nextInt(3) == 0
                        ? List.of("double('NaN')", "-0.0D", "0.0D", "double('-Infinity')", "double('Infinity')")
                                .get(random.nextInt(5))
                        : column.equals("share") ? 1000 + row * 0.25 + "D" : (1 - row) / 3.0 + "D";
        };
    }

    private Path index(List<String> files, String fields) throws IOException {
        return TraceIndexes.write(folder.resolve("index.dsindex"), files, fields);
    }

    @Test
    void anIndexMayBeNamedByItsAddress() throws IOException {
        String trace = trace("a.ds", 2).toString();
        Path index = index(List.of(trace), "time");
        for (String name : List.of(index.toUri().toString(), "file:" + index)) {
            assertThat(TraceIndexes.extentsRead(mimeo().option("index", name)
                            .load(trace)
                            .filter(col("time").lt(lit(5L)))))
                    .isEqualTo("0 of 2");
        }
        assertThatThrownBy(() -> mimeo().option("index", "file:" + folder + "/none.dsindex")
                        .load(trace)
                        .filter(col("time").lt(lit(5L)))
                        .count())
                .hasMessageContaining("none.dsindex");
        assertThatThrownBy(() -> mimeo().option("indexTimes", "no").load(trace))
                .hasMessage("option 'indexTimes' must be 'compare' or 'ignore', got 'no'");
    }

    /** Hadoop and Spark write addresses with all characters as they are, Java percent-encodes them. */
    @Test
    void addressesOfFilesHaveAnyCharacters() throws IOException {
        Path spaced = Files.createDirectories(folder.resolve("a b%41+\u00e4"));
        trace("a b%41+\u00e4/t [1].ds", 1);
        for (String address : List.of(
                "file:" + spaced,
                "file://" + spaced + "/t [1].ds",
                "file:" + spaced + "/*.ds",
                spaced.toUri().toString(),
                spaced.resolve("t [1].ds").toUri().toString())) {
            assertThat(mimeo().load(address).count()).as(address).isEqualTo(50);
        }
        assertThatThrownBy(() -> mimeo().load("file:" + spaced + "/none 1.ds")).hasMessageContaining("none 1.ds");
        assertThatThrownBy(() -> mimeo().load(spaced + "/t[.ds"))
                .hasMessage(spaced + "/t[.ds: is neither a file nor a pattern: close its brackets, or check the name");
    }

    @Test
    void aTableWithoutFilesNeedsNeitherATypeNorItsIndex() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Dataset<Row> none = mimeo().schema("time BIGINT, name STRING")
                .option("index", folder.resolve("missing.ds").toString())
                .load(empty.toString())
                .filter(col("time").lt(lit(5L)));
        assertThat(none.collectAsList()).isEmpty();
        assertThat(none.columns()).containsExactly("time", "name");
    }

    @Test
    void anIndexSaysNothingAboutFilesThatHaveChangedSince() throws IOException {
        Path changed = trace("a.ds", 2);
        trace("b.ds", 2);
        Path index = index(List.of(changed.toString()), "time");
        Dataset<Row> none = mimeo().option("index", index.toString())
                .load(folder + "/?.ds")
                .filter(col("time").lt(lit(5L)));
        assertThat(TraceIndexes.extentsRead(none)).isEqualTo("2 of 4");
        none.collect();
        assertThat(metric(none, "ExtentsRead")).isEqualTo(2);
        assertThat(metric(none, "ExtentsSkipped")).isEqualTo(2);
        assertThat(metric(none, "ExtentBytes")).isPositive().isLessThan(Files.size(folder.resolve("b.ds")));
        Files.setLastModifiedTime(changed, FileTime.fromMillis(1_000_000));
        assertThat(TraceIndexes.extentsRead(mimeo().option("index", index.toString())
                        .load(folder + "/?.ds")
                        .filter(col("time").lt(lit(5L)))))
                .isEqualTo("4 of 4");
    }

    @Test
    void aDamagedExtentFailsItsTaskWithFileAndPlace() throws IOException {
        Path file = trace("a.ds", 3);
        long offset;
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            List<DataSeriesReader.IndexEntry> index = reader.index();
            offset = index.get(2).offset();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) offset + 100] ^= 1;
        Files.write(file, bytes);
        Dataset<Row> table = mimeo().load(file.toString()).select("time");
        assertThatThrownBy(table::collectAsList)
                .rootCause()
                .hasMessageContaining(file.toString())
                .hasMessageContaining("at byte " + offset);
        Files.write(file, Files.readAllBytes(trace("b.ds", 1)), StandardOpenOption.TRUNCATE_EXISTING);
        Files.write(file, new byte[100], StandardOpenOption.APPEND);
        assertThatThrownBy(() -> mimeo().load(file.toString())).hasMessageContaining(file.toString());
    }

    @Test
    void wrongInputsAreRefusedWithWhatIsWrong() throws IOException {
        trace("a.ds", 1);
        ExtentType other = ExtentType.parse("""
                <ExtentType name="Test::All" version="1.0"><field type="int32" name="flag" /></ExtentType>
                """);
        TestTraces.write(folder.resolve("b.ds"), other, 1, 1, (row, number) -> row.setInt(0, 1));
        assertThatThrownBy(() -> mimeo().load(folder.toString()).count())
                .hasMessageContaining("b.ds")
                .hasMessageContaining("'flag' of type bool");
        assertThatThrownBy(() -> mimeo().load(folder + "/none.ds")).hasMessageContaining("none.ds");
        assertThatThrownBy(() -> mimeo().load(folder + "/none/*.ds")).hasMessageContaining("none");
        // The one has a class that is not there, the other is unknown to Hadoop.
        for (String scheme : List.of("gs", "none")) {
            assertThatThrownBy(() -> mimeo().load(scheme + "://bucket/a.ds"))
                    .hasMessageEndingWith(scheme + "://bucket/a.ds: Spark has no file system for " + scheme
                            + ": add the library that has it, such as hadoop-aws for s3a");
        }
        assertThatThrownBy(() -> mimeo().load("s3a:a.ds"))
                .hasMessageContaining("'s3a:a.ds': is not an address: write it as hdfs://server/data");
        assertThatThrownBy(() -> mimeo().option("splitBytes", "0").load(folder + "/a.ds"))
                .hasMessageContaining("splitBytes");
        for (String name : List.of("nam", "number")) {
            assertThatThrownBy(() -> mimeo().option("binary", "raw, " + name).load(folder + "/a.ds"))
                    .hasMessage("option 'binary': there is no string field '" + name + "': check the name");
        }
        assertThatThrownBy(() -> mimeo().option("type", "No::Such").load(folder + "/a.ds"))
                .hasMessageContaining("No::Such");
    }

    @Test
    void filesOfTheOriginalLibraryAreReadAsByTheLibrary() throws IOException {
        Path files = SharedData.path("dataseries/generated");
        List<Path> traces;
        try (Stream<Path> list = Files.list(files)) {
            traces = list.filter(file -> file.toString().endsWith(".a.ds"))
                    .sorted()
                    .toList();
        }
        assertThat(traces).isNotEmpty();
        for (Path file : traces) {
            List<ExtentType> types;
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                types = reader.types();
            }
            for (ExtentType type : types) {
                Dataset<Row> table = mimeo().option("binary", "*")
                        .option("type", type.name())
                        .load(file.toString());
                assertThat(rows(table)).as("%s %s", file, type).isEqualTo(TestTraces.rows(file, type.name()));
            }
        }
    }
}

package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.garage.load.CounterExport;
import dev.mimeo.garage.load.CounterExport.PartitionKey;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.sql.SqlOptions;
import dev.mimeo.sql.TraceQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet in folders by values, as Spark reads it without options. */
@Tag("spark")
@Tag("slow")
final class PartitionedParquetTest {

    @TempDir
    Path folder;

    private static List<String> text(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(row -> row.mkString("|")).toList();
    }

    @Test
    void serversAndDaysAreColumnsOfSpark() throws IOException {
        Path garage = folder.resolve("garage");
        CounterFiles.write(garage, "a b%", 1, 20, CounterFiles.COUNTERS);
        CounterFiles.write(garage, "b\u00fc", 2, 30, List.of("paging"));
        Path out = Files.createDirectory(folder.resolve("out"));
        CounterExport.partitions(
                GarageTree.files(List.of(garage)),
                new CounterExport.Options("RawData", List.of(), 1, folder.resolve("tmp")),
                out,
                List.of(PartitionKey.DAY, PartitionKey.SERVER),
                done -> {});
        SparkSession spark = LocalSpark.session();
        spark.read().parquet(out.toString()).createOrReplaceTempView("counters");
        assertThat(text(spark.sql(
                        "SELECT server, serverID = server, day, typeof(day), count(*), count(CPUUsage), count(paging)"
                                + " FROM counters GROUP BY ALL ORDER BY ALL")))
                .containsExactly("a b%|true|2009-10-31|date|20|20|20", "b\u00fc|true|2009-10-31|date|30|0|30");
        assertThat(spark.sql("SELECT paging FROM counters WHERE server = 'b\u00fc'")
                        .queryExecution()
                        .executedPlan()
                        .toString())
                .contains("PartitionFilters: [isnotnull(server");
    }

    @Test
    void valuesOfTracesAreColumnsOfSpark() throws IOException {
        Path trace = folder.resolve("t.ds");
        TestTraces.write(trace, TestTraces.ALL_TYPES, 2, 50, (builder, row) -> {
            builder.setInt(2, row);
            builder.setString(6, "\u00e4/" + row % 2 + ":=%");
        });
        Path out = Files.createDirectory(folder.resolve("out"));
        String sql = "SELECT number, CASE WHEN number < 90 THEN name END AS name FROM '" + trace + "'";
        try (TraceQuery query = TraceQuery.open(sql, SqlOptions.of(1, folder.resolve("tmp")), List.of(out))) {
            query.savePartitions(out, "zstd", List.of("name"));
        }
        assertThat(text(LocalSpark.session()
                        .read()
                        .parquet(out.toString())
                        .groupBy("name")
                        .count()
                        .orderBy("name")))
                .containsExactly("null|10", "\u00e4/0:=%|45", "\u00e4/1:=%|45");
    }
}

package dev.mimeo.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiments on very little data. */
final class QueryExperimentTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** The experiment itself fails where two systems find different statistics. */
    @Test
    @Tag("slow")
    void allSystemsFindTheSame() throws Exception {
        Path page = folder.resolve("queries.html");
        QueryExperiment.main(new String[] {page.toString(), "3000", folder.toString(), "1"});
        assertThat(Files.readString(page)).contains("SQLite", "DuckDB", "dssql", "MariaDB", "<figure id=\"figure-3\">");
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(page);
        }
    }

    @Test
    void everyExtentSizeIsMeasured() throws Exception {
        Path page = folder.resolve("sizes.html");
        ExtentSizeExperiment.main(new String[] {page.toString(), "2000", "none,lz4"});
        assertThat(Files.readString(page)).contains("128 MiB", "64 KiB", "lz4");
    }

    @Test
    void rowsHaveTheFieldsOfTheReport() throws Exception {
        ExtentType type = DiskTrace.type();
        Map<FieldType, Long> counts = new TreeMap<>();
        type.fields().forEach(field -> counts.merge(field.type(), 1L, Long::sum));
        assertThat(counts)
                .isEqualTo(Map.of(FieldType.BOOL, 28L, FieldType.INT32, 8L, FieldType.INT64, 2L, FieldType.DOUBLE, 3L));
        assertThat(type.recordSize()).isEqualTo(80);
        assertThat(type.fields().stream().map(field -> field.name()).toList()).isEqualTo(DiskTrace.fields());
        assertThat(trace(5)).isEqualTo(trace(5)).isNotEqualTo(trace(6));
    }

    private static byte[] trace(long seed) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ExtentType type = DiskTrace.type();
        try (DataSeriesWriter writer =
                DataSeriesWriter.create(Channels.newChannel(bytes), List.of(type), WriterOptions.DEFAULT)) {
            ExtentOutput output = new ExtentOutput(writer, type, 1 << 16);
            new DiskTrace(seed).write(output, 1000);
            output.flush();
        }
        return bytes.toByteArray();
    }

    @Test
    void groupsAreKeptApart() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        GroupStatistics groups = new GroupStatistics();
        TreeMap<Integer, Long> counts = new TreeMap<>();
        TreeMap<Integer, Double> sums = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            int key = random.nextInt(1000) * 0x10000;
            double value = random.nextDouble();
            groups.add(key, value);
            counts.merge(key, 1L, Long::sum);
            sums.merge(key, value, Double::sum);
        }
        assertThat(groups.groups().keySet()).as("seed " + seed).isEqualTo(counts.keySet());
        groups.groups().forEach((key, group) -> {
            assertThat(group.count()).isEqualTo(counts.get(key));
            assertThat(group.sum()).isEqualTo(sums.get(key));
            assertThat(group.min()).isBetween(0.0, group.max());
        });
    }
}

package dev.mimeo.benchmarks.counters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.garage.codec.Scheme;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the sizes of files of counters with our codecs and with the paper's. */
@Tag("thorough")
final class CounterCompressionTest {

    @TempDir
    private Path folder;

    @Test
    void madeUpDays() throws IOException {
        check(CounterData.simulated(3), 1.5, 1.2);
    }

    @Test
    void ratesOfAHost() throws IOException {
        check(
                CounterData.read(SharedData.path("counters/hostA_rates.csv.gz"), ColumnSchema.Type.FLOAT32, true),
                1.5,
                1.2);
    }

    @Test
    void countersOfAHost() throws IOException {
        check(
                CounterData.read(SharedData.path("counters/hostA_raw.csv.gz"), ColumnSchema.Type.FLOAT64, true),
                1.5,
                1.2);
    }

    @Test
    void singleSeries() throws IOException {
        // One of the files has little else than the noise of its only counter.
        check(CounterData.read(SharedData.path("counters/nab"), ColumnSchema.Type.FLOAT64, false), 1.5, 1);
    }

    private void check(List<ServerDays.Day> days, double mean, double least) throws IOException {
        double[] ratios = new double[days.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = (double) size(days.get(i), Scheme.DGZIP) / size(days.get(i), Scheme.AUTO);
        }
        assertThat(Arrays.stream(ratios).min().orElse(0)).isGreaterThanOrEqualTo(least);
        assertThat(Arrays.stream(ratios).average().orElse(0)).isGreaterThanOrEqualTo(mean);
    }

    private long size(ServerDays.Day day, Scheme scheme) throws IOException {
        try (PackedFileWriter writer = PackedFileWriter.replace(
                folder.resolve("day.gar"), day.description(), new PackedFileWriter.Options(scheme, 0, Map.of()))) {
            writer.add(day.schema(), day.values());
            return writer.commit();
        }
    }
}

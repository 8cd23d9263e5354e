package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
@Tag("thorough")
final class GenerateJobTest {

    private static JavaSparkContext spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
    }

    private Path characterization() throws IOException {
        Path file = folder.resolve("logs.ds");
        Files.write(file, BundledCharacterizations.bytes("logs"));
        return file;
    }

    @Test
    void theFileHasTheBytesOfOneMachine() throws IOException {
        Path source = characterization();
        int size = 5_000_001;
        byte[] expected = new byte[size];
        try (Characterization opened = Characterization.open(source);
                DataProducer producer = DataProducer.of(opened).build()) {
            producer.fill(expected, 0, size);
        }
        Path output = folder.resolve("synthetic.bin");
        for (long task : new long[] {700_001, 1L << 40}) {
            new GenerateJob(GenerateJob.Settings.of(source, size), task).run(spark, output);
            assertThat(Files.readAllBytes(output)).isEqualTo(expected);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(source, output);
        }
    }

    @Test
    void everyChoiceIsThatOfOneMachine() throws IOException {
        Path source = characterization();
        byte[] expected;
        try (Characterization opened = Characterization.open(source);
                DataProducer producer = DataProducer.of(opened)
                        .generator("motif", Map.of())
                        .seed(7)
                        .order(DataProducer.Order.RANDOM)
                        .printable(true)
                        .build()) {
            producer.seek(123_456);
            expected = producer.getSynData(900_000);
        }
        Path output = folder.resolve("synthetic.bin");
        GenerateJob.Settings settings = new GenerateJob.Settings(
                source.toString(), "motif", Map.of(), 7L, DataProducer.Order.RANDOM, true, 123_456, 900_000);
        new GenerateJob(settings, 333_333).run(spark, output);
        assertThat(Files.readAllBytes(output)).isEqualTo(expected);
    }

    @Test
    void nothingIsAFileWithoutBytesAndWrongChoicesLeaveNothing() throws IOException {
        Path source = characterization();
        Path output = folder.resolve("synthetic.bin");
        new GenerateJob(GenerateJob.Settings.of(source, 0), 1).run(spark, output);
        assertThat(output).isEmptyFile();
        Files.delete(output);
        GenerateJob.Settings unknown = new GenerateJob.Settings(
                source.toString(), "none", Map.of(), null, DataProducer.Order.STORED, false, 0, 10);
        assertThatThrownBy(() -> new GenerateJob(unknown, 1).run(spark, output))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none");
        assertThat(output).doesNotExist();
    }
}

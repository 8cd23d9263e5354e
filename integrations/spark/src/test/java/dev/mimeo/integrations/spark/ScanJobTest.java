package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.transform.Sorting;
import dev.mimeo.scan.BoundedCharacterization;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanSummary;
import dev.mimeo.scan.ScannerSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
@Tag("slow")
final class ScanJobTest {

    private static JavaSparkContext spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
    }

    /** Returns options of a scan that takes little time. */
    static DataScanner.Options fastOptions(long sample) {
        return options(sample, "mimic,effort=fast");
    }

    private static DataScanner.Options options(long sample, String mimic) {
        List<ScannerSpec> scanners = Stream.of("histogram", "repetition", "duplicates", mimic)
                .map(ScannerSpec::parse)
                .toList();
        return DataScanner.Options.defaults()
                .withSample(sample)
                .withSeed(3)
                .withThreads(2)
                .withScanners(scanners);
    }

    private Path data() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Random random = new Random(8);
        StringBuilder text = new StringBuilder();
        while (text.length() < 250_000) {
            text.append(random.nextInt(3000)).append(random.nextInt(9) == 0 ? ".\n" : " words ");
        }
        for (int i = 0; i < 12; i++) {
            Files.writeString(data.resolve("text" + i), text.substring(random.nextInt(1000) * (i % 3)));
        }
        return data;
    }

    static byte[] onOneMachine(Path data, DataScanner.Options options) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ChunkSource source = ChunkSources.open(List.of(data), InputStream.nullInputStream(), options.source());
                BoundedCharacterization bounded = new BoundedCharacterization(
                        Channels.newChannel(file),
                        options.maxBytes(),
                        Sorting.SpillFiles.inFolderForTemporaryFiles())) {
            new DataScanner(options).scan(source, bounded, DataScanner.Listener.NONE);
        }
        return file.toByteArray();
    }

    @Test
    void theCharacterizationHasTheBytesOfOneMachine() throws IOException {
        Path data = data();
        Path output = folder.resolve("c.ds");
        DataScanner.Options all = fastOptions(0);
        DataScanner.Options limited = all.withChunkSize(512).withMaxBytes(60_000);
        for (DataScanner.Options options : List.of(options(0, "mimic"), fastOptions(100), limited)) {
            ScanSummary summary = new ScanJob(options).run(spark, List.of(data), output);
            assertThat(Files.readAllBytes(output)).as("%s", options).isEqualTo(onOneMachine(data, options));
            assertThat(summary.unreadable()).isZero();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(data, output);
        }
    }

    @Test
    void nothingIsWrittenWhereThereIsNothingToScan() throws IOException {
        Path output = folder.resolve("c.ds");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> new ScanJob(fastOptions(0)).run(spark, List.of(empty), output))
                .isInstanceOf(MimeoException.class);
        assertThat(output).doesNotExist();
    }
}

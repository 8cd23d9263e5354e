package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.analysis.fidelity.Comparison;
import dev.mimeo.analysis.fidelity.ComparisonOptions;
import dev.mimeo.analysis.fidelity.ComparisonProgress;
import dev.mimeo.analysis.fidelity.ComparisonResult;
import dev.mimeo.analysis.fidelity.DataSample;
import dev.mimeo.analysis.fidelity.Tolerance;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanOptions;
import dev.mimeo.scan.ScanProgress;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the README, so that they stay true. */
final class LibraryExampleTest {

    @Test
    void theReadmeTellsTheTruth(@TempDir Path folder) throws Exception {
        Path data = folder.resolve("data");
        Path file = folder.resolve("data.ds");
        Files.writeString(data, "A mimeograph prints any number of copies from one stencil. ".repeat(5000));

        ScanOptions options = ScanOptions.defaults();
        try (ChunkSource source = ChunkSources.open(List.of(data), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer = CharacterizationWriter.create(
                        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), ScanProgress.NONE);
        }

        try (Characterization characterization = Characterization.open(file);
                DataProducer producer =
                        DataProducer.of(characterization).seed(42).build()) {
            byte[] chunk = producer.getSynData(); // one synthetic chunk
            byte[] page = producer.getSynData(4096); // the next 4096 bytes
            InputStream gibibyte = producer.stream(1L << 30); // as many as wanted
            assertThat(chunk).hasSize(32 << 10);
            assertThat(page).hasSize(4096);
            assertThat(gibibyte.readNBytes(10)).hasSize(10);

            ComparisonResult result = Comparison.compare(
                    DataSample.open(data),
                    DataSample.ofBytes("synthetic", producer.getSynData((int) Files.size(data))),
                    ComparisonOptions.defaults().withCodecs(List.of("lz4", "zlib:6")),
                    ComparisonProgress.SILENT);
            boolean close = result.within(Tolerance.parse("ratio=10%"));
            assertThat(close).isIn(true, false);
            assertThat(result.codecs()).hasSize(2);
        }
    }
}

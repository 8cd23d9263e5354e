package dev.mimeo.deduplication;

import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;

/** Scans data that is in memory. */
final class PlainStatistics {

    /** The scanners of plain statistics, without a model to fit. */
    private static final List<ScannerSpec> STATISTICS =
            List.of(ScannerSpec.parse("histogram"), ScannerSpec.parse("repetition"), ScannerSpec.parse("duplicates"));

    private PlainStatistics() {}

    /** Returns the characterization of data, made with the scanners of plain statistics. */
    static byte[] file(byte[] data, int chunkSize) throws IOException {
        return file(data, chunkSize, STATISTICS);
    }

    /** Returns the characterization of data, made with some scanners. */
    static byte[] file(byte[] data, int chunkSize, List<ScannerSpec> scanners) throws IOException {
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(chunkSize)
                .withSeed(1)
                .withThreads(2)
                .withScanners(scanners);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ChunkSource source =
                        ChunkSources.open(List.of(Path.of("-")), new ByteArrayInputStream(data), options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
        return file.toByteArray();
    }
}

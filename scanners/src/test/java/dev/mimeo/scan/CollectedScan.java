package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All that a scan found, in memory. */
public record CollectedScan(List<ChunkCharacterization> rows, DatasetCharacterization dataset, ScanSummary summary) {

    /** The scanners of plain statistics, without a model to fit. */
    static final List<ScannerSpec> STATISTICS =
            List.of(ScannerSpec.parse("histogram"), ScannerSpec.parse("repetition"), ScannerSpec.parse("duplicates"));

    public static DataScanner.Options options(int chunkSize, int threads) {
        return DataScanner.Options.defaults()
                .withChunkSize(chunkSize)
                .withThreads(threads)
                .withScanners(STATISTICS);
    }

    public static CollectedScan of(DataScanner.Options options, Path... inputs) throws IOException {
        try (ChunkSource source = ChunkSources.open(List.of(inputs), InputStream.nullInputStream(), options.source())) {
            return of(options, source);
        }
    }

    public static CollectedScan of(DataScanner.Options options, ChunkSource source) throws IOException {
        List<ChunkCharacterization> rows = new ArrayList<>();
        List<DatasetCharacterization> finished = new ArrayList<>();
        ScanSummary summary = new DataScanner(options)
                .scan(
                        source,
                        new CharacterizationSink() {
                            @Override
                            public void write(ChunkCharacterization chunk) {
                                rows.add(chunk);
                            }

                            @Override
                            public void finish(DatasetCharacterization dataset) {
                                finished.add(dataset);
                            }
                        },
                        DataScanner.Listener.NONE);
        return new CollectedScan(rows, finished.get(0), summary);
    }
}

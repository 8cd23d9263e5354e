package dev.mimeo.benchmarks;

import dev.mimeo.analysis.fidelity.Comparison;
import dev.mimeo.analysis.fidelity.ComparisonOptions;
import dev.mimeo.analysis.fidelity.ComparisonProgress;
import dev.mimeo.analysis.fidelity.ComparisonResult;
import dev.mimeo.analysis.fidelity.DataSample;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanOptions;
import dev.mimeo.scan.ScanProgress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * The main job on one corpus: scan it, generate as much from the characterization alone, compare.
 *
 * @param dataset what the characterization says of the corpus
 * @param characterization the file of the characterization
 * @param result how the synthetic data compares
 */
@SuppressWarnings("ArrayRecordComponent") // Not compared.
record Mimicry(DatasetCharacterization dataset, byte[] characterization, ComparisonResult result) {

    /** More is not generated from a sample of a large corpus. */
    private static final long MAX_BYTES = 1L << 30;

    /** Does the job; what it needs on disk is in the folder for temporary files. */
    static Mimicry of(Path corpus, ScanOptions scan, String generator, ComparisonOptions options) throws IOException {
        Path folder = Files.createTempDirectory("mimeo-mimicry");
        Path characterizationFile = folder.resolve("characterization.ds");
        Path syntheticFile = folder.resolve("synthetic");
        try {
            scan(corpus, scan, characterizationFile);
            DatasetCharacterization dataset = generate(characterizationFile, generator, syntheticFile);
            try (DataSample original = DataSample.open(corpus);
                    DataSample synthetic = DataSample.open(syntheticFile)) {
                ComparisonResult result = Comparison.compare(original, synthetic, options, ComparisonProgress.SILENT);
                return new Mimicry(dataset, Files.readAllBytes(characterizationFile), result);
            }
        } finally {
            Files.deleteIfExists(characterizationFile);
            Files.deleteIfExists(syntheticFile);
            Files.delete(folder);
        }
    }

    private static void scan(Path corpus, ScanOptions options, Path characterization) throws IOException {
        try (ChunkSource source = ChunkSources.open(List.of(corpus), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(create(characterization), WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, new BenchmarkData.WriterSink(writer), ScanProgress.NONE);
        }
    }

    private static DatasetCharacterization generate(Path characterizationFile, String generator, Path file)
            throws IOException {
        try (Characterization characterization = Characterization.open(characterizationFile);
                DataProducer producer = DataProducer.of(characterization)
                        .generator(generator, Map.of())
                        .seed(1)
                        .build();
                FileChannel out = create(file)) {
            DatasetCharacterization dataset = characterization.dataset();
            long size = dataset.sampled() ? Math.min(dataset.bytes(), MAX_BYTES) : dataset.scannedBytes();
            producer.writeTo(out, 0, size, written -> {});
            return dataset;
        }
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
}

package dev.mimeo.benchmarks;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.fidelity.Comparison;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.files.TreeWalk;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A corpus, its characterization, and data generated from that alone, in a folder for temporary files. */
final class MimickedCorpus implements Closeable {

    /** More is not generated from a sample of a large corpus. */
    private static final long MAX_BYTES = 1L << 30;

    private static final long SEGMENT = 4L << 20;
    private static final long SEED = 1;

    /** Generator that needs what the scanner of the same name finds, which takes its time. */
    private static final String MODELLED = "mimic";

    private final Path corpus;
    private final Path folder;
    private final Path characterization;
    private final List<Path> temporary = new ArrayList<>();

    /** Scans a corpus, a file or a folder. */
    MimickedCorpus(Path corpus, DataScanner.Options options) throws IOException {
        this.corpus = corpus;
        this.folder = Files.createTempDirectory("mimeo-corpus");
        this.characterization = folder.resolve("characterization.ds");
        try (ChunkSource source = ChunkSources.open(List.of(corpus), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(create(characterization), WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns options that scan all that some generators need. */
    static DataScanner.Options optionsFor(List<String> generators) {
        DataScanner.Options all = DataScanner.Options.defaults();
        List<ScannerSpec> scanners = new ArrayList<>(all.scanners());
        if (!generators.contains(MODELLED) && !generators.contains(DataGenerators.DEFAULT)) {
            scanners.removeIf(scanner -> scanner.name().equals(MODELLED));
        }
        return all.withScanners(scanners);
    }

    /** Returns what the characterization says of the corpus. */
    DatasetCharacterization dataset() throws IOException {
        try (Characterization open = Characterization.open(characterization)) {
            return open.dataset();
        }
    }

    /** Returns the file of the characterization. */
    byte[] characterization() throws IOException {
        return Files.readAllBytes(characterization);
    }

    /** Generates as many bytes as were scanned, or from a sample as many as the corpus has, and at most 1 GiB. */
    Path generate(String generator) throws IOException {
        Path file = folder.resolve("synthetic-" + temporary.size());
        temporary.add(file);
        try (Characterization open = Characterization.open(characterization);
                DataProducer producer = DataProducer.of(open)
                        .generator(generator, Map.of())
                        .seed(SEED)
                        .build();
                FileChannel out = create(file)) {
            DatasetCharacterization dataset = open.dataset();
            long size = dataset.sampled() ? Math.min(dataset.bytes(), MAX_BYTES) : dataset.scannedBytes();
            producer.writeTo(out, 0, size, written -> {});
            return file;
        }
    }

    /** Returns all of the corpus in one file. */
    Path joined() throws IOException {
        if (Files.isRegularFile(corpus)) {
            return corpus;
        }
        Path file = folder.resolve("original");
        temporary.add(file);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (Path path : TreeWalk.list(corpus, Integer.MAX_VALUE, Files::isRegularFile)) {
                Files.copy(path, out);
            }
        }
        return file;
    }

    /**
     * Returns a file with at most the given number of bytes of another: itself, or else segments of 4 MiB at equal distances, so that
     * slices of two files of one size hold what stands at the same places.
     */
    Path slice(Path file, long limit) throws IOException {
        long size = Files.size(file);
        if (size <= limit) {
            return file;
        }
        Path slice = folder.resolve("slice-" + temporary.size());
        temporary.add(slice);
        long segments = limit / SEGMENT;
        try (FileChannel in = FileChannel.open(file);
                FileChannel out = create(slice)) {
            for (long i = 0; i < segments; i++) {
                long start = size / segments * i;
                out.position(i * SEGMENT);
                for (long done = 0; done < SEGMENT; ) {
                    long count = in.transferTo(start + done, SEGMENT - done, out);
                    if (count <= 0) {
                        throw new IOException(file + " became shorter while it was read");
                    }
                    done += count;
                }
            }
        }
        return slice;
    }

    /** Compares what was generated with the corpus. */
    ComparisonResult compare(Path generated, ComparisonOptions options) throws IOException {
        try (DataSample original = DataSample.open(corpus);
                DataSample sample = DataSample.open(generated)) {
            return Comparison.compare(original, sample, options, Comparison.ProgressListener.SILENT);
        }
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Deletes all but the corpus. */
    @Override
    public void close() throws IOException {
        for (Path file : temporary) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(characterization);
        Files.deleteIfExists(folder);
    }
}

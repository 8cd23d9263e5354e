package dev.mimeo.fidelity;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.dataseries.transform.Sorting;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.AtomicFile.Mode;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.scan.BoundedCharacterization;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanSummary;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The main job in a few lines: scan data, generate synthetic data that behaves the same, compare the two.
 *
 * <pre>{@code
 * try (Mimeo logs = Mimeo.scan(Path.of("logs"));
 *         DataProducer producer = logs.producer()) {
 *     Files.copy(producer.stream(1L << 30), Path.of("synthetic.bin"));
 * }
 * ComparisonResult result = Mimeo.compare(Path.of("logs"), Path.of("synthetic.bin"));
 * }</pre>
 *
 * <p>Everything has its default: all chunks of 32 KiB, the default scanners, generator and codecs, a thread per CPU. The parts are for
 * other choices: {@link DataScanner}, {@link DataProducer} and {@link Comparison}. They can also leave out what cannot be read, which is
 * an error here.
 *
 * <p>An instance is a characterization in memory: up to 8.5 MB of a file, and about 2.5 KB for each of its chunks. Thread-safe.
 */
public final class Mimeo implements Closeable {

    private final byte[] content;
    private final Characterization characterization;

    private Mimeo(byte[] content, String source) throws IOException {
        this.content = content;
        this.characterization = Characterization.read(content, source);
    }

    /**
     * Scans a file, a directory tree or a block device.
     *
     * @throws dev.mimeo.MimeoException if the input is empty
     * @throws IOException if something in it cannot be read, is a FIFO, socket or device in a tree, or shrinks
     */
    public static Mimeo scan(Path input) throws IOException {
        DataScanner.Options options = DataScanner.Options.defaults();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (ChunkSource source = ChunkSources.open(List.of(input), InputStream.nullInputStream(), options.source());
                BoundedCharacterization sink = new BoundedCharacterization(
                        Channels.newChannel(content),
                        options.maxBytes(),
                        Sorting.SpillFiles.inFolderForTemporaryFiles())) {
            ScanSummary summary = new DataScanner(options).scan(source, sink, DataScanner.Listener.NONE);
            if (!summary.skipped().isEmpty()) {
                ScanSummary.SkippedSource first = summary.skipped().get(0);
                throw MimeoException.of(
                        first.name(),
                        Reason.UNSUPPORTED,
                        "cannot be scanned: " + first.reason() + " " + first.message());
            }
        }
        return new Mimeo(content.toByteArray(), "characterization of " + input);
    }

    /**
     * Reads the file of a characterization, of {@link #save} or {@code mimeo scan}.
     *
     * @throws dev.mimeo.MimeoException if it is damaged, or not a characterization
     */
    public static Mimeo open(Path file) throws IOException {
        return new Mimeo(Files.readAllBytes(file), file.toString());
    }

    /**
     * Compares synthetic data with its original, each a file, a directory tree or a block device. Data beyond the size of the smaller one
     * is not compared. The times of the result are CPU times of the calling thread, which does all the work.
     *
     * @throws IOException if something cannot be read
     */
    public static ComparisonResult compare(Path original, Path synthetic) throws IOException {
        try (DataSample first = whole(original);
                DataSample second = whole(synthetic)) {
            return Comparison.compare(first, second, ComparisonOptions.defaults(), Comparison.ProgressListener.SILENT);
        }
    }

    private static DataSample whole(Path path) throws IOException {
        DataSample sample = DataSample.open(path);
        if (sample.skipped() > 0) {
            sample.close();
            throw MimeoException.of(path, Reason.UNSUPPORTED, sample.skipped() + " of its entries cannot be read");
        }
        return sample;
    }

    /** Returns the characterization, which is closed with this instance. */
    public Characterization characterization() {
        return characterization;
    }

    /** Returns a new producer of synthetic data, which the caller closes before this instance. */
    public DataProducer producer() throws IOException {
        return DataProducer.of(characterization).build();
    }

    /**
     * Writes the characterization to a new file, which is complete or absent.
     *
     * @throws FileAlreadyExistsException if there is such a file
     */
    public void save(Path file) throws IOException {
        try (AtomicFile atomic = AtomicFile.create(file, Mode.NEW)) {
            FullTransfers.write(atomic.channel(), ByteBuffer.wrap(content));
            atomic.commit();
        }
    }

    @Override
    public void close() throws IOException {
        characterization.close();
    }
}

package dev.mimeo.scan;

import java.io.Serializable;
import java.util.List;

/**
 * Options of a scan.
 *
 * @param chunkSize bytes of a chunk, 512 to 4 MiB
 * @param sample number of chunks to choose at random, or 0 for all
 * @param seed decides the sample, and is stored as the default seed of what is generated
 * @param threads number of scanning threads, at least 1; one is the calling thread itself, more are a pool that it feeds
 * @param scanners chunk and data set scanners, in the order in which they see a chunk
 * @param name label stored in the characterization, possibly empty
 * @param strict whether an unreadable or shrinking file is an error rather than skipped and counted
 */
public record ScanOptions(
        int chunkSize, long sample, long seed, int threads, List<ScannerSpec> scanners, String name, boolean strict)
        implements Serializable {

    /** Bytes of a chunk where nothing else is said: 32 KiB. */
    public static final int DEFAULT_CHUNK_SIZE = 32 << 10;

    /** Scanners used where none is named: those that every generator and report needs. */
    public static final List<ScannerSpec> DEFAULT_SCANNERS = List.of(
            ScannerSpec.parse("histogram"),
            ScannerSpec.parse("repetition"),
            ScannerSpec.parse("duplicates"),
            ScannerSpec.parse("mimic"));

    /** Copies the list and checks the ranges. */
    public ScanOptions {
        scanners = List.copyOf(scanners);
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        if (scanners.isEmpty()) {
            throw new IllegalArgumentException("no scanner named; known: " + String.join(", ", Scanners.names()));
        }
        new ChunkSources.SourceOptions(chunkSize, sample, seed, strict); // checks the rest
    }

    /** Returns options with all defaults: 32 KiB chunks, all of them, all processors, the default scanners. */
    public static ScanOptions defaults() {
        return new ScanOptions(
                DEFAULT_CHUNK_SIZE, 0, 0, Runtime.getRuntime().availableProcessors(), DEFAULT_SCANNERS, "", false);
    }

    /** Returns the part that concerns the chunk source. */
    public ChunkSources.SourceOptions source() {
        return new ChunkSources.SourceOptions(chunkSize, sample, seed, strict);
    }
}

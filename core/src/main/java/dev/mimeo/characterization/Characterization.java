package dev.mimeo.characterization;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Holds a characterization in memory. Thread-safe. */
public final class Characterization implements Closeable {

    private final DatasetCharacterization dataset;
    private final List<ChunkCharacterization> chunks;

    private Characterization(DatasetCharacterization dataset, List<ChunkCharacterization> chunks) {
        this.dataset = dataset;
        this.chunks = List.copyOf(chunks);
    }

    /** Returns a characterization of the given chunks. */
    public static Characterization of(DatasetCharacterization dataset, List<ChunkCharacterization> chunks) {
        return new Characterization(dataset, chunks);
    }

    /** Returns what is known of the data set as a whole. */
    public DatasetCharacterization dataset() {
        return dataset;
    }

    /** Returns the number of chunks. */
    public long chunkCount() {
        return chunks.size();
    }

    /** Returns the sum of the sizes of all chunks, bytes. */
    public long scannedBytes() {
        return dataset.scannedBytes();
    }

    /** Returns a chunk. */
    public ChunkCharacterization chunk(long number) throws IOException {
        return chunks.get((int) number);
    }

    /** Returns the number of the chunk that holds a byte. */
    public long chunkAt(long offset) throws IOException {
        for (ChunkCharacterization chunk : chunks) {
            if (offset < chunk.offset() + chunk.size()) {
                return chunk.number();
            }
        }
        throw new IndexOutOfBoundsException("offset " + offset + " of " + scannedBytes());
    }

    @Override
    public void close() throws IOException {}
}

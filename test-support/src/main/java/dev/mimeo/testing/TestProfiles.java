package dev.mimeo.testing;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Small characterizations with nothing but what generator {@code motif} needs. */
public final class TestProfiles {

    /** Number of chunks. */
    public static final int CHUNKS = 20;

    /** Bytes of each chunk. */
    public static final int CHUNK_BYTES = 4096;

    private TestProfiles() {}

    /**
     * Writes one whose chunks have each byte value of a range equally often.
     *
     * @param file file to create
     * @param first least byte value, 0 to 255
     * @param last largest byte value, {@code first} to 255
     * @return {@code file}
     */
    public static Path write(Path file, int first, int last) throws IOException {
        try (CharacterizationWriter writer = CharacterizationWriter.create(
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE), WriterOptions.DEFAULT)) {
            int[] counts = new int[256];
            for (int i = 0; i < CHUNK_BYTES; i++) {
                counts[first + i % (last - first + 1)]++;
            }
            int[] lengths = new int[259];
            lengths[5] = 100;
            lengths[30] = 20;
            for (int number = 0; number < CHUNKS; number++) {
                writer.write(new ChunkCharacterization.Builder()
                        .bytes(ByteHistogram.of(counts))
                        .repetitions(RepetitionHistogram.of(lengths, CHUNK_BYTES - 1100))
                        .deflateBytes(1500)
                        .build(number, (long) number * CHUNK_BYTES, CHUNK_BYTES));
            }
            long bytes = (long) CHUNKS * CHUNK_BYTES;
            writer.finish(new DatasetCharacterization(
                    "", "test", bytes, CHUNKS, CHUNKS, bytes, CHUNK_BYTES, false, 3, "", 0, List.of()));
        }
        return file;
    }
}

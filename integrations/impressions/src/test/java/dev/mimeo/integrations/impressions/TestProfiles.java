package dev.mimeo.integrations.impressions;

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

/** Writes small characterizations. */
final class TestProfiles {

    static final int CHUNKS = 20;
    static final int CHUNK_BYTES = 4096;

    private TestProfiles() {}

    /** Writes one whose bytes are those from {@code first} to {@code last}. */
    static Path write(Path file, int first, int last) throws IOException {
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

package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The rows of a characterization, of which the first ones stay decoded. Thread-safe. */
final class CharacterizationRows {

    /** Rows that stay decoded, so that going through them again allocates nothing: some 20 MiB. */
    private static final int MAX_KEPT = 8192;

    private final Characterization characterization;
    private final AtomicReferenceArray<@Nullable ChunkCharacterization> kept;

    CharacterizationRows(Characterization characterization) {
        this.characterization = characterization;
        this.kept = new AtomicReferenceArray<>((int) Math.min(characterization.chunkCount(), MAX_KEPT));
    }

    /** Returns a row. */
    ChunkCharacterization row(long row) throws IOException {
        if (row >= kept.length()) {
            return characterization.chunk(row);
        }
        ChunkCharacterization chunk = kept.get((int) row);
        if (chunk == null) {
            chunk = characterization.chunk(row);
            kept.set((int) row, chunk);
        }
        return chunk;
    }

    /** Returns the row that holds a byte of the scanned data. */
    ChunkCharacterization rowAt(long position) throws IOException {
        return row(characterization.chunkAt(position));
    }
}

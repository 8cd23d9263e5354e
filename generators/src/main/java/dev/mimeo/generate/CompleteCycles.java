package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;

/** Cycles in which each row comes once, so that each has as many bytes as were scanned. */
abstract class CompleteCycles implements ChunkOrder {

    private final long rows;
    private final long bytes;
    private final SampleDuplicates duplicates;

    CompleteCycles(Characterization characterization) {
        this.rows = characterization.chunkCount();
        this.bytes = characterization.scannedBytes();
        this.duplicates = SampleDuplicates.of(characterization.dataset());
    }

    @Override
    public final long chunks() {
        return rows;
    }

    @Override
    public final long bytes() {
        return bytes;
    }

    @Override
    public final long cycleOf(long number) {
        return number / rows;
    }

    @Override
    public final long contentCycle(long cycle, long row) {
        return duplicates.cycleOf(cycle, row);
    }

    @Override
    public final long timeOf(long cycle) {
        return 0;
    }
}

package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization.KeptRuns;
import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;

/**
 * The endless sequence of synthetic chunks: which row of the characterization each follows, and where it begins.
 *
 * <p>The rows come in cycles, each exactly once per cycle, so that a cycle has as many bytes as were scanned whatever the
 * order. A chunk that repeats another does so within the cycle; cycles over a sample also repeat chunks of earlier ones, see
 * {@link SampleDuplicates}. Where the characterization has only runs of what was scanned, several cycles are gone through together, see
 * {@link RunOrder}. Thread-safe.
 */
final class ChunkSequence {

    /** Leaves objects that begin near it room to continue. */
    private static final long MAX_OBJECT_POSITION = 1L << 62;

    private final CharacterizationRows rows;
    private final long rowCount;
    private final long seed;
    private final ChunkOrder order;

    ChunkSequence(Characterization characterization, long seed, DataProducer.Order order) throws IOException {
        this.rows = new CharacterizationRows(characterization);
        this.rowCount = characterization.chunkCount();
        this.seed = seed;
        this.order = order(characterization, order);
    }

    private ChunkOrder order(Characterization characterization, DataProducer.Order order) throws IOException {
        if (order == DataProducer.Order.RANDOM) {
            return new RandomOrder(characterization, rows, seed);
        }
        KeptRuns kept = characterization.dataset().keptRuns();
        return kept == null ? new StoredOrder(characterization, rows) : new RunOrder(characterization, kept);
    }

    /** Returns the number of chunks before the first one comes again. */
    long chunks() {
        return order.chunks();
    }

    /** Returns the row that a chunk follows. */
    ChunkCharacterization chunk(long number) throws IOException {
        return row(order.rowOf(number));
    }

    /** Returns a row of the characterization. */
    ChunkCharacterization row(long row) throws IOException {
        return rows.row(row);
    }

    /** Returns the row that holds a byte of the scanned data. */
    ChunkCharacterization rowAt(long position) throws IOException {
        return rows.rowAt(position);
    }

    /** Returns the cycle that a chunk belongs to, from 0. */
    long cycleOf(long number) {
        return order.cycleOf(number);
    }

    /** Returns the cycle whose content a row has in a cycle: that or, of a sample, also an earlier one. */
    long contentCycle(long cycle, long row) {
        return order.contentCycle(cycle, row);
    }

    /** Returns the number of the time that a row comes, see {@link ChunkOrder#timeOf}. */
    long timeOf(long cycle) {
        return order.timeOf(cycle);
    }

    /** Returns what names the content of a row in the cycle that it is of. */
    long contentOf(long cycle, long row) {
        return cycle * rowCount + row;
    }

    /** Returns the seed of the content of a row in the cycle that it is of, which does not depend on the order. */
    long seedOf(long cycle, long row) {
        return SplitMix64.derive(seed, contentOf(cycle, row));
    }

    /** Returns the number of the chunk that holds a byte. */
    long numberAt(long position) throws IOException {
        return order.numberAt(position);
    }

    /** Returns the number of the chunk after a run of chunks, or the greatest number, see {@link ChunkOrder#endOf}. */
    long endOf(long first, long bytes) throws IOException {
        return order.endOf(first, bytes);
    }

    /**
     * Returns the number of the chunk with which the object of a key begins: anywhere in stored order, the first of a
     * cycle in random order, where the place of another is not known without reading sizes.
     */
    long numberOfObject(long key) {
        long cycles = Math.max(1, MAX_OBJECT_POSITION / Math.max(order.chunks(), order.bytes()));
        return order.objectStart(Long.remainderUnsigned(SplitMix64.derive(seed, key), cycles * order.chunks()));
    }

    /**
     * Returns the position of the first byte of a chunk.
     *
     * @throws IllegalArgumentException if there is none
     */
    long startOf(long number) throws IOException {
        try {
            return order.startOf(number);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("chunk " + number + " begins after the 2^63 - 1 bytes of a stream", e);
        }
    }
}

package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

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

    /** Rows that stay decoded, the first ones, so that going through them again allocates nothing: some 20 MiB. */
    private static final int MAX_KEPT = 8192;

    private final Characterization characterization;
    private final AtomicReferenceArray<@Nullable ChunkCharacterization> kept;
    private final long seed;
    private final DataProducer.Order order;
    private final long rows;
    private final long cycleBytes;
    private final Permutation permutation;
    private final SampleDuplicates duplicates;

    /** Null where each row comes once before the first one comes again. */
    private final @Nullable RunOrder runs;

    ChunkSequence(Characterization characterization, long seed, DataProducer.Order order) throws IOException {
        this.characterization = characterization;
        this.seed = seed;
        this.order = order;
        this.rows = characterization.chunkCount();
        this.kept = new AtomicReferenceArray<>((int) Math.min(rows, MAX_KEPT));
        this.cycleBytes = characterization.scannedBytes();
        this.permutation = new Permutation(rows);
        this.duplicates = SampleDuplicates.of(characterization.dataset());
        this.runs = order == DataProducer.Order.STORED ? RunOrder.of(characterization) : null;
    }

    /** Returns the number of chunks before the first one comes again. */
    long chunks() {
        return runs == null ? rows : runs.chunks();
    }

    /** Returns the row that a chunk follows. */
    ChunkCharacterization chunk(long number) throws IOException {
        return row(rowOf(number));
    }

    /** Returns a row of the characterization. */
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

    /** Returns the cycle that a chunk belongs to, from 0. */
    long cycleOf(long number) {
        return runs == null ? number / rows : runs.cycleOf(number);
    }

    /** Returns the cycle whose content a row has in a cycle: that or, of a sample, also an earlier one. */
    long contentCycle(long cycle, long row) {
        return runs == null ? duplicates.cycleOf(cycle, row) : runs.contentCycle(cycle, row);
    }

    /**
     * Returns the number of the time that a row comes, for what chunks in a row have in common. It is the same each time where all chunks that
     * were scanned are there.
     */
    long timeOf(long cycle) {
        return runs == null ? 0 : cycle;
    }

    /** Returns what names the content of a row in the cycle that it is of. */
    long contentOf(long cycle, long row) {
        return cycle * rows + row;
    }

    /** Returns the seed of the content of a row in the cycle that it is of, which does not depend on the order. */
    long seedOf(long cycle, long row) {
        return SplitMix64.derive(seed, contentOf(cycle, row));
    }

    private long rowOf(long number) {
        if (runs != null) {
            return runs.rowOf(number);
        }
        long place = number % rows;
        return order == DataProducer.Order.STORED
                ? place
                : permutation.at(SplitMix64.derive(~seed, number / rows), place);
    }

    /** Returns the number of the chunk that holds a byte. */
    long numberAt(long position) throws IOException {
        if (runs != null) {
            return runs.numberAt(position);
        }
        long first = position / cycleBytes * rows;
        long inCycle = position % cycleBytes;
        if (order == DataProducer.Order.STORED) {
            return first + characterization.chunkAt(inCycle);
        }
        long number = first;
        for (long end = chunk(number).size();
                end <= inCycle;
                end += chunk(number).size()) {
            number++;
        }
        return number;
    }

    /**
     * Returns a number that all chunks of a range of bytes are below: the least one in stored order, none in random
     * order, where to know it would mean to read all sizes.
     */
    long endOf(long position, long size) throws IOException {
        return order == DataProducer.Order.STORED ? numberAt(Math.addExact(position, size - 1)) + 1 : Long.MAX_VALUE;
    }

    /**
     * Returns the number of the chunk with which the object of a key begins: anywhere in stored order, the first of a
     * cycle in random order, where the place of another is not known without reading sizes.
     */
    long numberOfObject(long key) {
        long all = chunks();
        long allBytes = runs == null ? cycleBytes : runs.bytes();
        long cycles = Math.max(1, MAX_OBJECT_POSITION / Math.max(all, allBytes));
        long number = Long.remainderUnsigned(SplitMix64.derive(seed, key), cycles * all);
        return order == DataProducer.Order.STORED ? number : number - number % rows;
    }

    /**
     * Returns the position of the first byte of a chunk.
     *
     * @throws IllegalArgumentException if there is none
     */
    long startOf(long number) throws IOException {
        try {
            return exactStartOf(number);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("chunk " + number + " begins after the 2^63 - 1 bytes of a stream", e);
        }
    }

    private long exactStartOf(long number) throws IOException {
        if (runs != null) {
            return runs.startOf(number);
        }
        long cycle = number / rows;
        if (order == DataProducer.Order.STORED) {
            return Math.addExact(
                    Math.multiplyExact(cycle, cycleBytes), chunk(number).offset());
        }
        long start = Math.multiplyExact(cycle, cycleBytes);
        for (long before = cycle * rows; before < number; before++) {
            start = Math.addExact(start, chunk(before).size());
        }
        return start;
    }
}

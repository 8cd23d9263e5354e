package dev.mimeo.generate;

import java.io.IOException;

/** The order in which an endless sequence of chunks follows the rows of a characterization. Immutable and thread-safe. */
interface ChunkOrder {

    /** Returns the number of chunks before the first one comes again. */
    long chunks();

    /** Returns the bytes of these chunks. */
    long bytes();

    /** Returns the row that a chunk follows. */
    long rowOf(long number);

    /** Returns the cycle that a chunk belongs to, from 0. */
    long cycleOf(long number);

    /** Returns the cycle whose content a row has in a cycle: that or an earlier one. */
    long contentCycle(long cycle, long row);

    /**
     * Returns the number of the time that a row comes, for what chunks in a row have in common. It is the same each time where all chunks that
     * were scanned are there.
     */
    long timeOf(long cycle);

    /** Returns the number of the chunk that holds a byte. */
    long numberAt(long position) throws IOException;

    /**
     * Returns the number of the chunk after a run of chunks, or the greatest number where finding it takes too long.
     *
     * @param first number of the first chunk of the run
     * @param bytes bytes that the run has at least, from the beginning of the first chunk; at least 1
     */
    default long endOf(long first, long bytes) throws IOException {
        return numberAt(Math.addExact(startOf(first), bytes - 1)) + 1;
    }

    /**
     * Returns the position of the first byte of a chunk.
     *
     * @throws ArithmeticException if that is not a position in a stream
     */
    long startOf(long number) throws IOException;

    /** Returns the chunk that an object begins with in place of a random one: that, or one whose position is found in constant time. */
    default long objectStart(long number) {
        return number;
    }
}

package dev.mimeo.scan.internal.mimic;

import dev.mimeo.internal.statistics.GramIndex;
import dev.mimeo.internal.statistics.OrderTwoChain;
import dev.mimeo.internal.statistics.RunStartCounter;
import java.util.List;

/**
 * Bound on the runs of the original that a text may repeat: what a text of the chain of order 2 of all chunks repeats by chance, and less
 * by a margin. The text of a class may be above it where few strings are possible in the class. Immutable and thread-safe.
 */
final class RepetitionBound {

    /** Texts are below chance by this factor, as the text of a class is one of many that could have been drawn. */
    private static final double MARGIN = 0.7;

    /** Share of positions that is allowed if chance gives none. */
    private static final double LEAST = 5e-6;

    private static final int MAX_RUNS = 1 << 18;
    private static final long CHAIN_BYTES = 1 << 19;

    private final GramIndex runs = new GramIndex(RunStartCounter.LENGTH, MAX_RUNS);
    private final double share;

    /** Takes the chunks of the original. */
    RepetitionBound(List<ChunkSample> chunks) {
        OrderTwoChain chain = new OrderTwoChain();
        for (ChunkSample chunk : chunks) {
            byte[] data = chunk.data();
            runs.add(data, 0, Math.max(0, data.length - RunStartCounter.LENGTH + 1), 0);
            chain.add(data, 0, data.length, data.length);
        }
        share = Math.max(
                LEAST,
                MARGIN * RunStartCounter.ofChain(runs, chain, CHAIN_BYTES).share());
    }

    /** Returns whether a text repeats no more than is allowed. */
    boolean allows(byte[] text, int offset, int length) {
        RunStartCounter counter = new RunStartCounter(runs);
        counter.search(text, offset, offset + length, offset + length);
        return counter.share() <= share;
    }
}

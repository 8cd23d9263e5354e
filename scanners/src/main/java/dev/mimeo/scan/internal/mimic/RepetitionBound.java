package dev.mimeo.scan.internal.mimic;

import dev.mimeo.internal.statistics.GramIndex;
import dev.mimeo.internal.statistics.OrderTwoChain;
import dev.mimeo.internal.statistics.RunStartCounter;
import java.io.Serializable;
import java.util.List;

/**
 * Bound on the runs of the original that a text may repeat: what a text of the chain of order 2 of all chunks repeats by chance, and less
 * by a margin. The text of a class may be above it where few strings are possible in the class. Immutable and thread-safe.
 */
final class RepetitionBound implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * Share of chance by which texts are below it, as the text of a class is one of many that could have been drawn. Where chance
     * gives more, these differ less.
     */
    private static final double MARGIN = 0.3;

    /** Share of the runs of a chain, except for periodic ones, from which on they are in the original whatever they are. */
    private static final double CERTAIN = 0.9;

    /** Share of positions that is allowed if chance gives none. */
    private static final double LEAST = 5e-6;

    /** Runs of the original that texts are searched for; of more of them a sample, whose share differs more by chance. */
    private static final int MAX_RUNS = 1 << 20;

    private static final long CHAIN_BYTES = 1 << 19;

    /** Bytes of the original that are taken: the chain of more takes too much memory. */
    private static final long MAX_BYTES = 16 << 20;

    private final GramIndex runs;
    private final double share;
    private final boolean certain;

    /**
     * Takes chunks of the original, of many some from all over them.
     *
     * @param threads to use
     */
    RepetitionBound(List<ChunkSample> all, LocalThreads threads) {
        long bytes = all.stream().mapToLong(ChunkSample::length).sum();
        List<ChunkSample> chunks = bytes <= MAX_BYTES ? all : Trial.some(all, (int) (all.size() * MAX_BYTES / bytes));
        runs = new GramIndex(
                RunStartCounter.LENGTH,
                MAX_RUNS,
                chunks.stream().mapToLong(ChunkSample::length).sum());
        OrderTwoChain chain = new OrderTwoChain();
        threads.run(2, part -> {
            for (ChunkSample chunk : chunks) {
                byte[] data = chunk.data();
                if (part == 0) {
                    runs.add(data, 0, Math.max(0, data.length - RunStartCounter.LENGTH + 1), 0);
                } else {
                    chain.add(data, 0, data.length, data.length);
                }
            }
        });
        RunStartCounter counter = RunStartCounter.ofChain(runs, chain, CHAIN_BYTES);
        double chance = counter.share();
        share = Math.max(LEAST, chance * (1 - MARGIN * (1 - chance)));
        certain = counter.shareOfAperiodic() >= CERTAIN;
    }

    /** Returns whether nearly all runs are in the original, as of two byte values, so that no text can do without. */
    boolean isCertain() {
        return certain;
    }

    /** Returns by how much the share of positions at which a text repeats the original is above what is allowed; 0 or less if it is not. */
    double excess(byte[] text, int offset, int length) {
        RunStartCounter counter = new RunStartCounter(runs);
        counter.search(text, offset, offset + length, offset + length);
        return counter.share() - share;
    }

    /** Returns whether the bound is so far below a text that another one of the same odds would hardly be within it. */
    boolean isFarBelow(double excess) {
        return excess > share;
    }
}

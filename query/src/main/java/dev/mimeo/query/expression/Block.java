package dev.mimeo.query.expression;

import dev.mimeo.dataseries.Extent;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.function.Supplier;

/**
 * A run of rows of an extent, and the memory to evaluate expressions over it. Operations take arrays and give them back,
 * so there are as many as an expression is deep. For one thread.
 */
final class Block {

    private final Memory memory;
    private final Extent extent;
    private final int start;
    private final int count;

    /**
     * Makes a block.
     *
     * @param start first row
     * @param count rows, at most {@link Expression#BLOCK_ROWS}
     */
    Block(Memory memory, Extent extent, int start, int count) {
        this.memory = memory;
        this.extent = extent;
        this.start = start;
        this.count = count;
    }

    Memory memory() {
        return memory;
    }

    Extent extent() {
        return extent;
    }

    int start() {
        return start;
    }

    int count() {
        return count;
    }

    /** Arrays of {@link Expression#BLOCK_ROWS} elements, and what operations keep from block to block. */
    static final class Memory {
        private final ArrayDeque<double[]> doubles = new ArrayDeque<>();
        private final ArrayDeque<long[]> longs = new ArrayDeque<>();
        private final ArrayDeque<boolean[]> flags = new ArrayDeque<>();
        private final ArrayDeque<TextVector> texts = new ArrayDeque<>();
        private final IdentityHashMap<Object, Object> states = new IdentityHashMap<>();

        double[] takeDoubles() {
            return doubles.isEmpty() ? new double[Expression.BLOCK_ROWS] : doubles.pop();
        }

        void give(double[] array) {
            doubles.push(array);
        }

        long[] takeLongs() {
            return longs.isEmpty() ? new long[Expression.BLOCK_ROWS] : longs.pop();
        }

        void give(long[] array) {
            longs.push(array);
        }

        boolean[] takeFlags() {
            return flags.isEmpty() ? new boolean[Expression.BLOCK_ROWS] : flags.pop();
        }

        void give(boolean[] array) {
            flags.push(array);
        }

        TextVector takeTexts() {
            return texts.isEmpty() ? new TextVector() : texts.pop();
        }

        void give(TextVector block) {
            texts.push(block);
        }

        /** Returns what an operation keeps for itself, made when first asked for. */
        <T> T state(Object operation, Class<T> type, Supplier<T> make) {
            return type.cast(states.computeIfAbsent(operation, key -> make.get()));
        }
    }
}

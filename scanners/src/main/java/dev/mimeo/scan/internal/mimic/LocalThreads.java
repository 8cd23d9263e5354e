package dev.mimeo.scan.internal.mimic;

import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Threads of this machine for work whose parts share memory, unlike {@linkplain DatasetFindings.Step steps}. Immutable and thread-safe.
 *
 * @param count at least 1; one is that of the caller
 */
record LocalThreads(int count) {

    /** The thread of the caller. */
    static final LocalThreads ONE = new LocalThreads(1);

    /**
     * Does all parts of some work, the first ones first, and returns when they are done.
     *
     * @param parts number of parts
     * @param work given the number of a part, from 0; by several threads at once
     */
    void run(int parts, IntConsumer work) {
        try {
            DatasetFindings.StepRunner.onThreads(Math.max(1, Math.min(count, parts)))
                    .run(
                            (part, done) -> part(work, part),
                            IntStream.range(0, parts).boxed().toList(),
                            done -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Does some work for ranges of equal size, one for each thread.
     *
     * @param size end of the last range; the first one begins at 0
     * @param work given the start and the end of a range; by several threads at once
     */
    void runRanges(int size, RangeConsumer work) {
        int ranges = Math.min(count, size);
        run(ranges, range -> work.accept(start(range, ranges, size), start(range + 1, ranges, size)));
    }

    /** Works on a range. */
    @FunctionalInterface
    interface RangeConsumer {
        /** Works on the numbers from a start to before an end. */
        void accept(int start, int end);
    }

    private static int start(int range, int ranges, int size) {
        return (int) ((long) range * size / ranges);
    }

    private static int part(IntConsumer work, int part) {
        work.accept(part);
        return part;
    }
}

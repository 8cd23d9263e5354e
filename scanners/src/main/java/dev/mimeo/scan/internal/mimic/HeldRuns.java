package dev.mimeo.scan.internal.mimic;

import dev.mimeo.internal.random.SplitMix64;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * A random choice of the runs of chunks of a data set: each run with the same probability (algorithm R; Vitter: "Random sampling with a
 * reservoir", ACM TOMS 11, 1985). The same chunks give the same choice. Not thread-safe.
 */
final class HeldRuns {

    /** Chunks in a row that are held together, so that it is seen what they have in common. */
    static final int LENGTH = 16;

    /** Most chunks of a run where they are smaller than most of a data set may be. */
    private static final int LONGEST = 64;

    private final int capacity;

    /** Bytes of a run that has room for another chunk. */
    private final long runBytes;

    private final SplitMix64 random = new SplitMix64(0);
    private final List<List<Chunk>> held = new ArrayList<>();

    /** The run that is being collected; it is held already if its first chunk was chosen. */
    private List<Chunk> run = new ArrayList<>();

    private int inRun;
    private long bytesInRun;
    private boolean chosen;
    private long runs;

    /**
     * A chunk that is held.
     *
     * @param number its number in the data set
     * @param data its bytes, not copied
     * @param sources numbers of the chunks of which it has copies, not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Chunk(int number, byte[] data, int[] sources) {}

    /**
     * @param chunkSize most bytes of a chunk
     * @param capacity most runs that are held
     */
    HeldRuns(int chunkSize, int capacity) {
        this.capacity = capacity;
        this.runBytes = (LENGTH - 1L) * chunkSize;
    }

    /**
     * Adds the next chunk.
     *
     * @param sources numbers of the chunks of which it has copies; kept
     * @param copy gives an array of its bytes, which is kept; called now or never
     */
    void add(int number, int length, int[] sources, Supplier<byte[]> copy) {
        if (inRun == 0) {
            start();
        }
        if (chosen) {
            run.add(new Chunk(number, copy.get(), sources));
        }
        inRun++;
        bytesInRun += length;
        if (inRun == LONGEST || bytesInRun > runBytes) {
            inRun = 0;
            bytesInRun = 0;
        }
    }

    /** Decides whether the next chunks are held. */
    private void start() {
        runs++;
        long place = held.size() < capacity ? held.size() : random.below(runs);
        chosen = place < capacity;
        if (chosen) {
            run = new ArrayList<>();
            if (place == held.size()) {
                held.add(run);
            } else {
                held.set((int) place, run);
            }
        }
    }

    /**
     * Returns the chunks of a random choice of the runs that are held, in order, and lets go of the others.
     *
     * @param most most runs
     */
    List<Chunk> choose(int most) {
        for (int kept = 0; kept < most && most < held.size(); kept++) {
            Collections.swap(held, kept, kept + (int) random.below(held.size() - kept));
        }
        held.subList(Math.min(most, held.size()), held.size()).clear();
        return held.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingInt(Chunk::number))
                .toList();
    }
}
